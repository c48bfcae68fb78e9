/** The one error of this folder: a clause for people, such as "https://gems.example knows no gem of this name". */
export class ThemeError extends Error {
  override readonly name = 'ThemeError'
}
