/**
 * jekyll-gist: `{% gist user/id file %}`. The build asks no other machine, so there is no copy of the
 * code for readers without JavaScript.
 */

import type { TagDefinition } from '../../liquid/definition.js'
import { argumentError } from '../../liquid/error.js'
import { toRubyString } from '../../liquid/text.js'
import { xmlEscape } from '../render/filters/text.js'
import type { Plugin } from '../render/plugin.js'

const gistTag: TagDefinition = {
  name: 'gist',
  kind: 'inline',
  parse(markup, parser) {
    const [id = '', file = ''] = markup.trim().split(/\s+/)
    const read = (word: string) => {
      const isLiteral = /^["'].*["']$/.test(word)
      const isName =
        /^[\w./-]+$/.test(word) &&
        (word.includes('/') || /^[0-9a-f]+$/.test(word) || word.includes('.'))
      if (isLiteral) return () => word.slice(1, -1)
      const expression =
        isName && !/^(?:page|site|include|layout)\./.test(word)
          ? null
          : parser.parseExpression(word)
      return expression === null ? () => word : expression
    }
    const [idOf, fileOf] = [read(id), file === '' ? () => '' : read(file)]
    return (context, out) => {
      const gist = toRubyString(idOf(context))
      if (gist === '') throw argumentError("Syntax Error in tag 'gist': it needs a gist's id")
      const name = toRubyString(fileOf(context))
      const query = name === '' ? '' : `?file=${encodeURIComponent(name)}`
      out.write(`<script src="https://gist.github.com/${xmlEscape(gist)}.js${query}"> </script>`)
    }
  },
}

/** The plugin. */
export const GIST: Plugin = { name: 'jekyll-gist', tags: [gistTag] }
