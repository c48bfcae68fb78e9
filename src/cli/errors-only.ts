/** What a server that works for a command tells: its errors, on standard error. */

const nothing = () => undefined

export const errorsOnly = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (fields: object, message: string): void => console.error('galley:', message, fields),
}
