/** The log of the server. */

import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/**
 * The operator's log: lines of JSON. Errors are written with type, message, code and stack; by
 * default pino writes an error as `{}` unless its key is `err`.
 *
 * @param level the least important level that is written
 */
export function createLog(level: string, to: DestinationStream): Logger {
  return pino({ level, serializers: { error: describeThrown } }, to)
}

/** No other property of an error: some carry what was sent, with secrets in it. */
function describeThrown(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { type, message, stack } = stdSerializers.err(thrown)
  const code = 'code' in thrown && { code: thrown.code }
  return { type, message: withoutLogins(message), stack: withoutLogins(stack), ...code }
}

/** Programs print URLs as they got them: with names and passwords. */
function withoutLogins(text: string): string {
  return text.replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}
