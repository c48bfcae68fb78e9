/**
 * Serves the web admin at `/admin`: the static files that `npm run build` makes from `src/admin`.
 *
 * The page has a Content Security Policy without inline code and without content from elsewhere. A second page is the
 * frame in which editors see their text. Anything that a site contains may run in it, so `sandbox` gives it a
 * separate origin, without access to the session and the API.
 */

import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import { GalleyError } from '../../errors.js'
import { isRead } from '../router.js'
import { publicPath } from '../middleware/public-path.js'
import { chooseEncoding, type Encoding } from '../hosting/encoding.js'
import { contentTypeHeader } from '../../system/media-type.js'

/** Output folder of the build; the same relative path from `src` and from `dist`. */
const BUILT_ADMIN = fileURLToPath(new URL('../../../dist/admin', import.meta.url))

const NONCE = '%NONCE%'
const BASE = '__BASE__'
const FRAME = 'frame.html'
const INDEX = 'index.html'
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const
const FRAME_POLICY =
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

/** Files by path; compressed ones beside the plain ones. */
type Files = ReadonlyMap<string, Buffer>

/**
 * Answers `/`, `/admin` and everything below; passes on all other requests.
 *
 * @param publicUrl browsers find the admin below its path
 * @param folder the built admin; if it does not exist, `/admin` is a 404 that says how to build it
 */
export function serveAdmin(publicUrl: string, folder: string = BUILT_ADMIN): Middleware {
  const files = readFiles(folder)
  const base = publicPath(publicUrl)
  return (ctx, next) => {
    const isEntrance = ctx.path === '/admin' || (ctx.path === '/' && isRead(ctx))
    if (!isEntrance && !ctx.path.startsWith('/admin/')) return next()
    requireRead(ctx)
    if (isEntrance) return ctx.redirect(`${base}/admin/`)
    answer(ctx, { files, base })
    return undefined
  }
}

function readFiles(folder: string): Files {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return new Map(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file)]),
    )
  } catch {
    return new Map()
  }
}

function requireRead(ctx: Context): void {
  if (isRead(ctx)) return
  ctx.set('Allow', 'GET, HEAD')
  throw new GalleyError('method_not_allowed', `This path does not support ${ctx.method}.`)
}

interface Built {
  readonly files: Files
  /** Path of the public URL, without a slash at its end. */
  readonly base: string
}

function answer(ctx: Context, { files, base }: Built): void {
  const index = files.get(INDEX)
  if (!index) {
    throw new GalleyError('not_found', 'The web admin has not been built: run `npm run build`.')
  }
  const name = ctx.path.slice('/admin/'.length)
  if (name === FRAME) return sendFrame(ctx, files)
  if (name.startsWith('assets/')) return sendAsset(ctx, files, name)
  // Every other path is a screen of the page's own router.
  return sendIndex(ctx, index.toString('utf8').replaceAll(BASE, base))
}

function sendIndex(ctx: Context, index: string): void {
  const nonce = randomBytes(16).toString('base64')
  secure(ctx, pagePolicy(nonce))
  // Neither pages that open the admin nor those that it opens can lead its tab to a false sign-in form.
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = index.replaceAll(NONCE, nonce)
}

function sendFrame(ctx: Context, files: Files): void {
  secure(ctx, FRAME_POLICY)
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = files.get(FRAME)
}

/** Names contain a hash of the content, so clients may cache the files for ever. */
function sendAsset(ctx: Context, files: Files, name: string): void {
  const plain = files.get(name)
  if (!plain) throw new GalleyError('not_found', 'There is nothing at this path.')
  const type = contentTypeHeader(name)
  const encoding = chooseEncoding(ctx.get('Accept-Encoding'), type, plain.length)
  const [body, used] = encoded(files, name, encoding) ?? [plain, 'identity']
  ctx.set('X-Content-Type-Options', 'nosniff')
  // The page in the frame has a separate origin, and this is its code.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
  ctx.set('Vary', 'Accept-Encoding')
  if (used !== 'identity') ctx.set('Content-Encoding', used)
  ctx.set('Content-Type', type)
  ctx.body = body
}

function encoded(files: Files, name: string, encoding: Encoding): [Buffer, Encoding] | null {
  const body = files.get(name + ENDINGS[encoding])
  return body ? [body, encoding] : null
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The editor and components add styles at run time, with the nonce of the page.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function secure(ctx: Context, policy: string): void {
  ctx.set('Content-Security-Policy', policy)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Referrer-Policy', 'same-origin')
}
