/** Words of the language that have a class of their own, by class. */
export const SCALA_WORDS = {
  k: `
    _ abstract case catch class def do else extends final finally for forSome if implicit import
    lazy match new object override package private protected requires return sealed super this
    throw trait try type val var while with yield
  `,
  kc: `
    false null true
  `,
}
