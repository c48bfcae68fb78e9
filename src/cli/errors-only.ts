/** A logger for servers inside commands: prints only errors, to standard error. */

const nothing = () => undefined

export const errorsOnly = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (fields: object, message: string): void => console.error('galley:', message, fields),
}
