/** What a command says and ends with when it cannot do its work. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
