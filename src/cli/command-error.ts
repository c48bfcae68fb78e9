/** The error of a command; its message is printed and the exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
