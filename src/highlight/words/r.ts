/** Words of the language that have a class of their own, by class. */
export const R_WORDS = {
  err: `
    _ __ ___ ____ _____ ______ _______ ________ _________ __________ ___________ ____________
    _____________ ______________ _______________ ________________ _________________
    _________________________ ___________________________ ________________________________
    _________________________________
  `,
  k: `
    break else for function if in next repeat while
  `,
  kc: `
    FALSE Inf NA NULL NaN TRUE
  `,
  nb: `
    F LETTERS T letters pi
  `,
}
