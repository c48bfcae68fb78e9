import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

/** What a session holds. */
interface Session {
  /** A prompt at the beginning of a line. */
  readonly prompt: RegExp
  /** The language behind a prompt. */
  readonly language: string
  /** The language of what is printed; null is plain output. */
  readonly output: string | null
}

const ELISION = /^[ \t\n\v\f\r]*(?:<\.+>|\.+)[ \t\n\v\f\r]*$/
const SPACE = /[ \t\n\v\f\r]*/y

function line(run: Lexing, text: string, { prompt, language, output }: Session): void {
  const restartOutput = (): void => {
    if (output !== null) run.restart(output)
  }
  const prompted = prompt.exec(text)?.[0]
  if (ELISION.test(text) || (prompted === undefined && /^\s*#/.test(text))) {
    run.restart(language)
    restartOutput()
    return run.emit('c', text)
  }
  if (prompted === undefined) {
    run.restart(language)
    return output === null ? run.emit('go', text) : run.delegate(output, text)
  }
  restartOutput()
  run.emit('gp', prompted)
  SPACE.lastIndex = prompted.length
  const space = SPACE.exec(text)?.[0] ?? ''
  run.emit('w', space)
  run.delegate(language, text.slice(prompted.length + space.length))
}

/** Sessions: prompts, what is typed and what is printed, which begins anew behind each prompt. */
export function session(parts: Session): Grammar {
  return { states: { root: [[/.*\n?/, (run, text) => line(run, text, parts)]] } }
}

/** Sessions of a terminal. */
export const console = session({ prompt: /^.*?[$#>;]/, language: 'shell', output: null })
