import { mapSource } from '../../../src/builder/base/source.js'
import { createSassCompiler } from '../../../src/builder/sass/compiler.js'
import type { CssStyle } from '../../../src/builder/sass/sheet.js'

interface Sheets {
  readonly style: CssStyle
  /** That errors name. */
  readonly path?: string
  readonly syntax?: 'scss' | 'indented'
}

/** The CSS of style sheets, in their order, as sites without a theme get it. */
export async function compileEach(
  texts: readonly string[],
  { style, path, syntax = 'scss' }: Sheets,
): Promise<string[]> {
  const options = { jekyll: '4.3', style, loadPaths: [], theme: null, sourceMap: false } as const
  const compiler = createSassCompiler(mapSource(new Map()), options)
  const results: string[] = []
  try {
    for (const content of texts) {
      const input = { content, syntax, path: path ?? null, lineOffset: 0 } as const
      results.push((await compiler.compile(input)).css)
    }
  } finally {
    await compiler.close()
  }
  return results
}

/** The CSS of one style sheet. */
export async function compileScss(text: string, sheets: Sheets): Promise<string> {
  const [css = ''] = await compileEach([text], sheets)
  return css
}
