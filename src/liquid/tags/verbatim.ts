/** Tags about text itself: raw, comment, inline comment, echo, liquid. */

import type { TagDefinition } from '../definition.js'
import { isBlankText } from '../scan.js'
import { toLiquidString } from '../text.js'

export const rawTag: TagDefinition = {
  name: 'raw',
  kind: 'raw',
  parse(markup, parser) {
    if (!isBlankText(markup)) parser.fail("Syntax Error in 'raw' - Valid syntax: raw")
    const text = parser.readRaw()
    return { render: (_ctx, out) => out.write(text), blank: text === '' }
  },
}

export const commentTag: TagDefinition = {
  name: 'comment',
  kind: 'block',
  parse(_markup, parser) {
    // Its content is read as Liquid, so that comments nest; what nobody knows is passed over.
    parser.parseUntil([], { lenient: true })
    return { render: () => undefined, blank: true }
  },
}

export const inlineCommentTag: TagDefinition = {
  name: '#',
  kind: 'inline',
  parse(markup, parser) {
    if (/\n\s*[^#\s]/.test(markup))
      parser.fail(
        "Syntax error in tag '#' - Each line of comments must be prefixed by the '#' character",
      )
    return { render: () => undefined, blank: true }
  },
}

export const liquidTag: TagDefinition = {
  name: 'liquid',
  kind: 'inline',
  parse: (markup, parser) => parser.parseLines(markup),
}

export const echoTag: TagDefinition = {
  name: 'echo',
  kind: 'inline',
  parse(markup, parser) {
    const value = parser.parseVariable(markup)
    return (ctx, out) => out.write(toLiquidString(value(ctx)))
  },
}
