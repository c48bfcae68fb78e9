/** Words of the language that have a class of their own, by class. */
export const COFFEESCRIPT_WORDS = {
  k: `
    await break by catch class continue debugger delete do else export extends finally for if
    import instanceof loop new return super switch then this throw try typeof until when while
    yield
  `,
  nb: `
    Array Boolean Date Error Function Math Number Object Packages RegExp String decodeURI
    decodeURIComponent document encodeURI encodeURIComponent eval isFinite isNaN netscape
    parseFloat parseInt sun window
  `,
  no: `
    Infinity NaN false no null off on true undefined yes
  `,
  o: `
    and in is isnt not of of? or
  `,
}
