/**
 * What stands in the isolate before the plugins: `galley`, and a present and random numbers that are the
 * same in each build of the same. It is JavaScript for the engine in there, and no part of this program.
 *
 * A function of `host`, the one way out, which takes and gives texts; it returns what the host calls. What
 * it needs of the language it keeps, so that a plugin that changes the language confuses itself alone.
 */
export const PRELUDE = String.raw`(function (host) {
  'use strict'
  const { parse, stringify } = JSON
  const { apply, construct } = Reflect
  const none = () => Object.create(null)
  const registered = { tag: none(), block: none(), filter: none(), generator: none() }
  let generators = 0
  let file = ''

  const register = (kind, name, run) => {
    if (typeof name !== 'string' || !/^[A-Za-z_][\w-]*$/.test(name))
      throw new TypeError('The first argument of galley.' + kind + ' must be a name of letters, digits, - and _')
    if (kind !== 'filter' && /^(?:end|else$|elsif$|when$)/.test(name))
      throw new TypeError('"' + name + '" ends or divides other tags and cannot be the name of a tag')
    if (typeof run !== 'function')
      throw new TypeError('The second argument of galley.' + kind + " must be a function, after the name '" + name + "'")
    // A tag is either one or the other: what comes later wins.
    if (kind === 'tag') delete registered.block[name]
    if (kind === 'block') delete registered.tag[name]
    registered[kind][name] = { file, run }
  }

  const wordsOf = (markup) => {
    const words = []
    const values = {}
    const parts = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s,]+))|"([^"]*)"|'([^']*)'|[^\s,]+/g
    for (const [whole, key, a, b, c, d, e] of String(markup).matchAll(parts)) {
      if (key !== undefined) values[key] = a ?? b ?? c
      else words.push(d ?? e ?? whole)
    }
    return { words, values }
  }

  globalThis.galley = Object.freeze({
    tag: (name, run) => register('tag', name, run),
    block: (name, run) => register('block', name, run),
    filter: (name, run) => register('filter', name, run),
    generator: (run) => {
      if (typeof run !== 'function') throw new TypeError('The argument of galley.generator must be a function')
      registered.generator[generators++] = { file, run }
    },
    args: wordsOf,
  })

  const ask = (what, text) => parse(host(what, String(text)))
  const context = Object.freeze({
    get: (path) => ask('get', path),
    render: (template) => ask('render', template),
    markdown: (text) => ask('markdown', text),
  })

  const site = {}
  for (const key of ['config', 'data', 'posts', 'pages', 'collections', 'time']) {
    let known
    Object.defineProperty(site, key, { enumerable: true, get: () => (known ??= ask('site', key)) })
  }

  const say = (...values) => { host('say', values.map(String).join(' ')) }
  globalThis.console = { log: say, info: say, warn: say, error: say, debug: say }

  const RealDate = Date
  const now = () => ask('now', '')
  function SiteDate(...given) {
    if (new.target === undefined) return new RealDate(now()).toString()
    return construct(RealDate, given.length === 0 ? [now()] : given, new.target)
  }
  SiteDate.now = now
  SiteDate.parse = RealDate.parse
  SiteDate.UTC = RealDate.UTC
  SiteDate.prototype = RealDate.prototype
  SiteDate.prototype.constructor = SiteDate
  globalThis.Date = SiteDate

  let seed = 1
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  // What the engine throws where it has no memory left for an error.
  const lack = (error) => (error === null ? ', or ran out of memory' : '')
  const describe = (error) => {
    try {
      const isError = error instanceof Error
      const text = isError ? error.name + ': ' + error.message : 'It threw ' + String(error) + lack(error)
      return stringify({ text, stack: isError ? String(error.stack) : '' })
    } catch {
      return '{"text":"It threw something that cannot be shown","stack":""}'
    }
  }

  const checked = (kind, value) => {
    if (value === undefined || value === null) return null
    if (value instanceof Promise) throw new TypeError('It returns a promise, which is not supported: return the value itself')
    const type = typeof value
    if (type === 'function' || type === 'symbol' || type === 'bigint')
      throw new TypeError('It returns a ' + type + ', but must return text or JSON')
    if (type === 'object' && (kind === 'tag' || kind === 'block'))
      throw new TypeError('It returns an object, but a ' + kind + ' must return text')
    return value
  }

  const run = (kind, name, given) => {
    const { run: own } = registered[kind][name]
    if (kind === 'generator') return own(site)
    if (kind === 'tag') return own(given.args, context)
    if (kind === 'block') return own(given.args, given.content, context)
    return apply(own, context, [given.input, ...given.args])
  }

  return {
    enter: (path) => { file = path },
    names: () => stringify(registered),
    call: (kind, name, given) => {
      try {
        return stringify({ value: checked(kind, run(kind, name, parse(given))) })
      } catch (error) {
        return '{"error":' + describe(error) + '}'
      }
    },
    describe,
  }
})`
