/**
 * jekyll-gist: `{% gist user/id file %}`. The build asks no other machine, so there is no copy of the
 * code for readers without JavaScript.
 */

import type { RenderContext } from '../../liquid/context.js'
import type { TagDefinition } from '../../liquid/definition.js'
import { argumentError } from '../../liquid/error.js'
import { toLiquidString } from '../../liquid/text.js'
import type { LiquidValue } from '../../liquid/value.js'
import type { Plugin } from '../render/plugin.js'

const gistTag: TagDefinition = {
  name: 'gist',
  kind: 'inline',
  parse(markup, parser) {
    const read = (word: string) => {
      const expression = EXPRESSION.test(word) ? parser.parseExpression(word) : null
      return (context: RenderContext) => printed(expression?.(context) ?? null, word)
    }
    const [id, file] = wordsOf(markup.trim())
    const [idOf, fileOf] = [read(id), read(file)]
    return (context, out) => {
      if (id === '') throw argumentError("Syntax Error in tag 'gist': it needs a gist's id")
      const name = fileOf(context)
      const query = name === '' ? '' : `?file=${name}`
      out.write(`<script src="https://gist.github.com/${idOf(context)}.js${query}"> </script>`)
    }
  },
}

const EXPRESSION = /^(?:"[^"]*"|'[^']*'|[a-z_][\w-]*(?:\.[a-z_][\w-]*)*)$/i

// A word that names nothing stands for itself.
function printed(value: LiquidValue, word: string): string {
  return value === null ? word : toLiquidString(value)
}

/** The id and the file; what has more blanks is an id if there is a slash in it. */
function wordsOf(markup: string): [id: string, file: string] {
  const [id = '', file = '', ...more] = markup.split(/\s/)
  if (more.length === 0) return [id, file]
  return [markup.includes('/') ? markup : '', '']
}

/** The plugin. */
export const GIST: Plugin = { name: 'jekyll-gist', tags: [gistTag] }
