/**
 * Syntax highlighting for templates, styles and scripts: comments, strings, numbers, tags, and Liquid anywhere. It
 * recognizes tokens, not their meaning.
 */

import { StreamLanguage, type StringStream } from '@codemirror/language'

type Kind = 'html' | 'css' | 'script'

interface State {
  /** What ends the current part, such as `-->`; empty outside of parts. */
  end: string
  /** The token type of the current part. */
  token: string
  /** What ends the current tag or output, `>` or `}}`. */
  close: string
}

/** Parts that may span lines, by their start. */
const PARTS: Readonly<Record<Kind, readonly (readonly [begin: string, end: string])[]>> = {
  html: [['<!--', '-->']],
  css: [['/*', '*/']],
  script: [['/*', '*/']],
}

const LIQUID_COMMENT = '{% comment %}'

function begin(state: State, stream: StringStream, kind: Kind): string | null {
  if (stream.match(LIQUID_COMMENT)) return enter(state, '{% endcomment %}', 'comment')
  for (const [start, end] of PARTS[kind]) {
    if (stream.match(start)) return enter(state, end, 'comment')
  }
  if (kind !== 'html' && stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  return null
}

function enter(state: State, end: string, token: string): string {
  state.end = end
  state.token = token
  return token
}

/** Continues to the end of the current part, or of the line. */
function continuePart(state: State, stream: StringStream): string {
  const { token, end } = state
  if (stream.skipTo(end)) {
    stream.match(end)
    state.end = ''
  } else {
    stream.skipToEnd()
  }
  return token
}

function inside(state: State, stream: StringStream): string | null {
  if (stream.match(state.close)) {
    state.close = ''
    return 'keyword'
  }
  return words(stream, 'attributeName')
}

function words(stream: StringStream, name: string | null): string | null {
  if (stream.match(/^"[^"]*"?/) || stream.match(/^'[^']*'?/)) return 'string'
  if (stream.match(/^#[0-9a-fA-F]{3,8}\b/)) return 'number'
  if (stream.match(/^\d[\w.%]*/)) return 'number'
  if (stream.match(/^[@$]?-{0,2}[A-Za-z_][\w-]*/)) return name
  stream.next()
  return null
}

function outside(state: State, stream: StringStream, kind: Kind): string | null {
  if (stream.match(/^\{[{%]-?/)) {
    state.close = stream.current().startsWith('{%') ? '%}' : '}}'
    return 'keyword'
  }
  if (kind === 'html') {
    if (stream.match(/^<\/?[A-Za-z!][\w:-]*/)) {
      state.close = '>'
      return 'tagName'
    }
    stream.next()
    stream.eatWhile(/[^<{]/)
    return null
  }
  if (stream.match(/^[@$]-{0,2}[A-Za-z_][\w-]*/)) return 'keyword'
  if (kind === 'css' && stream.match(/^-{0,2}[A-Za-z][\w-]*(?=\s*:\s)/)) return 'propertyName'
  if (kind === 'script' && stream.match(KEYWORDS)) return 'keyword'
  return words(stream, null)
}

const KEYWORDS =
  /^(?:async|await|break|case|class|const|else|export|for|function|if|import|let|new|return|var|while)\b/

/** The language for a kind of file. */
export function templateLanguage(kind: Kind): StreamLanguage<State> {
  return StreamLanguage.define<State>({
    name: kind,
    startState: () => ({ end: '', token: '', close: '' }),
    token: (stream, state) => {
      if (state.end !== '') return continuePart(state, stream)
      if (stream.eatSpace()) return null
      if (state.close !== '') return inside(state, stream)
      return begin(state, stream, kind) ?? outside(state, stream, kind)
    },
  })
}
