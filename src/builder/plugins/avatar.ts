/**
 * jekyll-avatar: `{% avatar name size=40 %}`, a person's picture at GitHub; `{% avatar {{ name }} %}`,
 * `{% avatar user=name %}` and `lazy=true`.
 */

import type { RenderContext } from '../../liquid/context.js'
import type { TagDefinition } from '../../liquid/definition.js'
import { toRubyString } from '../../liquid/text.js'
import { hostOf } from '../render/host.js'
import type { Plugin } from '../render/plugin.js'

const SERVERS = 4
const VERSION = 3
const SCALES = [1, 2, 3, 4]

const avatarTag: TagDefinition = {
  name: 'avatar',
  kind: 'inline',
  parse(markup, parser) {
    const variable = /\buser=([\w.]+)\b/.exec(markup)?.[1]
    const named = variable === undefined ? null : parser.parseExpression(variable)
    // Of the tag as it is written: a size of a variable is none.
    const size = Number(/\bsize=(\d+)\b/i.exec(markup)?.[1] ?? 40)
    return (context, out) => {
      const words = markup.includes('{{') ? rendered(markup, context) : markup
      const user =
        variable === undefined ? nameIn(words) : toRubyString(named?.(context) ?? variable)
      out.write(avatarHtml(user, { size, isLazy: words.includes('lazy=true') }))
    }
  },
}

function nameIn(words: string): string {
  return (words.trim().split(/\s+/)[0] ?? '').replace(/^@/, '')
}

function rendered(markup: string, context: RenderContext): string {
  return hostOf(context).template('avatar', markup).render(context)
}

interface AvatarOptions {
  readonly size: number
  readonly isLazy: boolean
}

/** The picture in its sizes. */
function avatarHtml(user: string, { size, isLazy }: AvatarOptions): string {
  const pathAt = (scale: number) => `${user}?v=${VERSION}&s=${size * scale}`
  const server = crc32(pathAt(1)) % SERVERS
  const url = (scale: number) => `https://avatars${server}.githubusercontent.com/${pathAt(scale)}`
  const set = SCALES.map((scale) => `${url(scale)} ${scale}x`).join(', ')
  const classes = size < 48 ? 'avatar avatar-small' : 'avatar'
  const prefix = isLazy ? 'src="" data-' : ''
  return (
    `<img class="${classes}" alt="${user}" width="${size}" height="${size}" data-proofer-ignore="true" ` +
    `${prefix}src="${url(1)}" ${isLazy ? 'data-' : ''}srcset="${set}" />`
  )
}

/** The plugin. */
export const AVATAR: Plugin = { name: 'jekyll-avatar', tags: [avatarTag] }

const POLYNOMIAL = 0xedb88320

/** The checksum of a text's UTF-8, from 0 to 2^32 - 1. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
