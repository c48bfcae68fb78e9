/** Names as they are shown: what would steer the text around it is to be seen, and does nothing. Pure. */

/** Controls but for line ends and tabs; overrides, embeddings and isolates of the direction. */
// eslint-disable-next-line no-control-regex
const STEERING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** `photo\u202Egpj.exe` reads as it is, and not as a picture. */
export function shownText(text: string): string {
  return text.replace(STEERING, '\ufffd')
}
