/** Words of the language that have a class of their own, by class. */
export const HASKELL_WORDS = {
  kr: `
    _ case class data default deriving do else if import in infix infixl infixr instance let
    module newtype of then type where
  `,
}
