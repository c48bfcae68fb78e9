/**
 * jekyll-avatar: `{% avatar name size=40 %}`, a person's picture at GitHub.
 */

import { crc32 } from './crc32.js'
import type { TagDefinition } from '../liquid/definition.js'
import { toRubyString } from '../liquid/text.js'
import { xmlEscape } from '../render/filters/text.js'
import type { Plugin } from './plugin.js'

const SERVERS = 4
const VERSION = 4
const SCALES = [1, 2, 3, 4]

const avatarTag: TagDefinition = {
  name: 'avatar',
  kind: 'inline',
  parse(markup, parser) {
    const { user, size } = parseMarkup(markup)
    const expression =
      user.startsWith('@') || !/[.[]/.test(user) ? null : parser.parseExpression(user)
    return (context, out) => {
      const known = expression?.(context) ?? context.find(user) ?? null
      const name = known === null ? user : toRubyString(known)
      out.write(avatarHtml(name.replace(/^@/, ''), size))
    }
  },
}

function parseMarkup(markup: string): { user: string; size: number } {
  const user = /\buser=([\w.-]+)/.exec(markup)?.[1] ?? markup.trim().split(/\s+/)[0] ?? ''
  return { user, size: Number(/\bsize=(\d+)/.exec(markup)?.[1] ?? 40) }
}

/** The picture in its sizes. */
export function avatarHtml(user: string, size: number): string {
  const url = (scale: number) => {
    const path = `${user}?v=${VERSION}&s=${size * scale}`
    return `https://avatars${crc32(path) % SERVERS}.githubusercontent.com/${path}`
  }
  const set = SCALES.map((scale) => `${url(scale)} ${scale}x`).join(', ')
  const classes = size < 48 ? 'avatar avatar-small' : 'avatar'
  return (
    `<img class="${classes}" alt="${xmlEscape(user)}" width="${size}" height="${size}" ` +
    `data-proofer-ignore="true" src="${xmlEscape(url(1))}" srcset="${xmlEscape(set)}" />`
  )
}

/** The plugin. */
export const AVATAR: Plugin = { name: 'jekyll-avatar', tags: [avatarTag] }
