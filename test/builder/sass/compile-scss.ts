import { mapSource } from '../../../src/builder/base/source.js'
import { createSassCompiler } from '../../../src/builder/sass/compiler.js'
import type { CssStyle } from '../../../src/builder/sass/format.js'

/**
 * The CSS of style sheets in SCSS, in their order, as sites of Jekyll 4.3 without a theme get it.
 *
 * @param path that errors name
 */
export async function compileEach(
  texts: readonly string[],
  style: CssStyle,
  path: string | null = null,
): Promise<string[]> {
  const options = {
    jekyll: '4.3' as const,
    style,
    loadPaths: [],
    theme: null,
    sourceMap: false,
  }
  const compiler = createSassCompiler(mapSource(new Map()), options)
  const results: string[] = []
  try {
    for (const content of texts) {
      const input = { content, syntax: 'scss', path, lineOffset: 0 } as const
      results.push((await compiler.compile(input)).css)
    }
  } finally {
    await compiler.close()
  }
  return results
}

/** The CSS of one style sheet in SCSS. */
export async function compileScss(
  text: string,
  style: CssStyle,
  path: string | null = null,
): Promise<string> {
  const [css = ''] = await compileEach([text], style, path)
  return css
}
