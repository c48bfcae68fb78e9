/** Colours of style sheets and pages, and how well they stand out from each other. */

/** Custom properties of each `:root` block that are colours, in the order of the blocks. */
export function rootColours(css: string): Map<string, string>[] {
  return [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, block = '']) => {
    const pairs = block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,6})\b/g)
    return new Map([...pairs].map(([, name = '', colour = '']) => [name, colour]))
  })
}

/**
 * Contrast ratio of two opaque colours `#rrggbb`, `#rgb` or `rgb(r, g, b)`, 1 to 21.
 *
 * @see WCAG 2.2, contrast ratio
 */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  if (!colour.startsWith('#')) return (colour.match(/[\d.]+/g) ?? []).map(Number)
  const digits = colour.slice(1)
  const wide = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16))
}
