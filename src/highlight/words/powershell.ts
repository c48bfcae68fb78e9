/** Words of the language that have a class of their own, by class. */
export const POWERSHELL_WORDS = {
  err: `
    _ __ ___ ____ _____ ______ _______ ________ _________ __________ ___________ ____________
    _____________ ______________ _______________ ________________ _________________
    _________________________ ___________________________ ________________________________
    _________________________________
  `,
  kr: `
    assembly base begin break catch class command configuration continue data define do
    dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in
    interface module namespace parallel param private process public return sequence static switch
    throw trap try type until using var while workflow
  `,
}
