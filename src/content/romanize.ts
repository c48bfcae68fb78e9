/** Writes texts in ASCII letters, for names: Cyrillic and Greek by their sound, Latin without accents. Pure. */

import { toNfc } from '../model/normal-form.js'

const CYRILLIC_AND_GREEK: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k',
  л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts',
  ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
  є: 'ye', і: 'i', ї: 'yi', ґ: 'g', ў: 'u', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'gj',
  ѕ: 'dz', ќ: 'kj',
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm',
  ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps',
  ω: 'o',
} // prettier-ignore

/** `Книги` becomes `knigi`. Converted letters are lower case; other characters stay. */
export function romanize(text: string): string {
  return toNfc(text).replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => {
    const lower = letter.toLowerCase()
    // The table has Greek letters without accents.
    return (
      CYRILLIC_AND_GREEK[lower] ?? CYRILLIC_AND_GREEK[lower.normalize('NFD').charAt(0)] ?? letter
    )
  })
}

/** Letters without a Unicode decomposition, and how the I18n gem writes them. */
const LATIN: Readonly<Record<string, string>> = {
  Æ: 'AE', æ: 'ae', Ð: 'D', ð: 'd', Đ: 'D', đ: 'd', Ø: 'O', ø: 'o', Þ: 'Th', þ: 'th', ß: 'ss',
  Ħ: 'H', ħ: 'h', ı: 'i', Ĳ: 'IJ', ĳ: 'ij', ĸ: 'k', Ŀ: 'L', ŀ: 'l', Ł: 'L', ł: 'l', ŉ: "'n",
  Ŋ: 'NG', ŋ: 'ng', Œ: 'OE', œ: 'oe', Ŧ: 'T', ŧ: 't', ẞ: 'Ss', '×': 'x',
} // prettier-ignore

/** Latin letters without accents, and `?` for every other character outside ASCII. */
export function transliterate(text: string): string {
  return toNfc(text).replace(/[^\x00-\x7f]/gu, (char) => {
    const base = LATIN[char] ?? char.normalize('NFD').replace(/\p{M}/gu, '')
    return /^[\x00-\x7f]+$/.test(base) ? base : '?'
  })
}

/**
 * A text in ASCII for host names and labels: Cyrillic and Greek romanized, Latin letters without accents, and `?` for
 * every other character.
 */
export function toAscii(text: string): string {
  return transliterate(plainLatin(romanize(text)))
}

/** Latin letters without accents: `Größe` becomes `Grosse`. Letters of other scripts stay, with their marks. */
export function plainLatin(text: string): string {
  return toNfc(text).replace(/\p{Script=Latin}\p{M}*/gu, (letter) => {
    const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    return Array.from(base, (char) => LATIN[char] ?? char).join('')
  })
}
