/** Makes direction overrides and control characters in names visible and harmless. Pure. */

/** Control characters except line breaks and tabs; bidi overrides, embeddings and isolates. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Replaces these characters by U+FFFD, so that `photo\u202Egpj.exe` cannot look like an image. */
export function shownText(text: string): string {
  return text.replace(CONTROLS, '\ufffd')
}
