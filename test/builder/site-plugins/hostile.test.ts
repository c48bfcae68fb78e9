/** What plugins may not do, and what comes of trying. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { RenderSession } from '../../../src/builder/incremental/render-session.js'
import { buildSite } from '../../features/site.js'
import { AS_RECORDED } from '../recorded.js'

/** What the page `a.html` says of a plugin with a tag `x`, or why the site does not build. */
async function of(plugin: string, { page = '{% x %}', milliseconds = 60_000 } = {}) {
  const site = { '_plugins/own.js': plugin, 'a.html': `---\n---\n\n${page}` }
  const { files, error, report } = await buildSite(site, {
    sitePlugins: true,
    limits: { milliseconds },
  })
  const [diagnostic] = report.diagnostics.filter(({ severity }) => severity === 'error')
  return {
    out: files['a.html']?.trim(),
    error,
    at: diagnostic === undefined ? null : `${diagnostic.path}:${diagnostic.line}`,
  }
}

/** A plugin whose tag gives the value of an expression. */
const giving = (expression: string) => `galley.tag('x', (args, context) => ${expression})`

describe('a plugin of a site', () => {
  it('can use only JavaScript itself and the interface', async () => {
    const names = [
      'require',
      'process',
      'fetch',
      'global',
      'Buffer',
      'setTimeout',
      'module',
      'WebAssembly',
    ]
    const { out } = await of(giving(`[${names.map((name) => `typeof ${name}`).join()}].join()`))
    expect(new Set(out?.split(','))).to.deep.equal(new Set(['undefined']))
    const keys = await of(
      giving(`Object.keys(globalThis).join() + Object.keys(galley) + Object.keys(context)`),
    )
    expect(keys.out).to.equal('galley,consoletag,block,filter,generator,argsget,render,markdown')
    // The functions of the interface are of its own language: no constructor leads out.
    const escape = `context.get.constructor('return typeof process + typeof require')()`
    expect((await of(giving(escape))).out).to.equal('undefinedundefined')
    const answer = `context.get('site.config').constructor.constructor('return typeof process')()`
    expect((await of(giving(answer.replace('site.config', 'page')))).out).to.equal('undefined')
  })

  it('cannot import anything', async () => {
    for (const name of ['fs', 'node:fs', './other.js', '/etc/passwd', 'https://a.example/x.js']) {
      const { error, at } = await of(`import x from '${name}'\n${giving('x')}`)
      expect(error).to.include('could not load module')
      expect(at).to.include('_plugins/own.js')
    }
    const { error } = await of(giving(`import('node:fs')`))
    expect(error).to.include(
      'It returns a promise, which is not supported: return the value itself (_plugins/own.js)',
    )
  })

  it('reports an error with the page, the plugin and its line', async () => {
    const thrown = await of(`\n\ngalley.tag('x', () => {\n  throw new TypeError('bad news')\n})`)
    expect(thrown.at).to.equal('a.html:4')
    expect(thrown.error).to.equal(
      'Liquid error (line 4): TypeError: bad news (_plugins/own.js, line 4)',
    )
    expect(await of('let x = 1\nlet y = = 2')).to.include({ at: '_plugins/own.js:2' })
    expect(await of('\nthrow new Error("at once")')).to.deep.include({
      at: '_plugins/own.js:2',
      error: 'Error: at once',
    })
    expect((await of('await new Promise(() => {})')).error).to.include(
      'waits for a promise that never settles',
    )
    expect((await of('await Promise.reject(new Error("later"))')).error).to.include('later')
  })

  const NO_VALUES: Readonly<Record<string, RegExp>> = {
    'Promise.resolve(1)': /a promise, which is not supported/,
    '() => 1': /It returns a function/,
    'Symbol("s")': /It returns a symbol/,
    '10n': /It returns a bigint/,
    '({})': /It returns an object, but a tag must return text/,
    '(() => { const a = []; a.push(a); return a })()': /It returns an object/,
    '(() => { throw null })()': /It threw null/,
    '(() => { throw Symbol("s") })()': /It threw Symbol\(s\)/,
    '(() => { throw Object.create(null) })()': /It threw something that cannot be shown/,
    '(() => { throw { toString() { throw 1 } } })()': /cannot be shown/,
    '(() => { const e = new Error("m"); Object.defineProperty(e, "stack", { get() { throw 1 } }); throw e })()':
      /cannot be shown/,
    'context.get("page.x", context.nothing())': /not a function/,
    'context.render("{% gone %}")': /Unknown tag 'gone'/,
    'context.render("{% x %}")': /renders itself without end/,
  }
  for (const [expression, pattern] of Object.entries(NO_VALUES)) {
    it(`may not return ${expression}`, async () => {
      const { error, at } = await of(giving(expression))
      expect(error).to.match(pattern)
      expect(error?.length).to.be.below(1000)
      expect(at).to.equal('a.html:4')
    })
  }

  it('cannot hide that the site failed', async () => {
    const plugin = giving(`{ try { context.render('{% gone %}') } catch {} return 'fine' }`)
    expect((await of(plugin)).error).to.include("Unknown tag 'gone'")
  })

  it('returns nil, true and numbers as Liquid prints them', async () => {
    const page = '{% for n in (1..4) %}[{% x %}]{% endfor %}'
    const plugin = `const all = [undefined, null, true, 2.5]\n${giving('all.shift()')}`
    expect((await of(plugin, { page })).out).to.equal('[][][true][2.5]')
    const filter = `galley.filter('f', (n) => [n, { a: undefined, b: () => 1, __proto__: 1 }, NaN])`
    expect((await of(filter, { page: '{{ 1 | f | jsonify }}' })).out).to.equal('[1,{},null]')
    const cyclic = `galley.filter('f', () => { const a = []; a.push(a); return a })`
    expect((await of(cyclic, { page: '{{ 1 | f }}' })).error).to.match(/circular/)
  })

  it('affects only itself by changing built-in objects', async () => {
    const plugin = `
      Object.prototype.polluted = 'yes'
      Array.prototype.map = () => { throw 1 }
      JSON.stringify = () => 'no'
      Map.prototype.get = Array.prototype[Symbol.iterator] = String.prototype.slice = null
      ${giving(`'fine' + {}.polluted`)}`
    expect(await of(plugin)).to.deep.include({ out: 'fineyes', error: null })
    expect(Object.keys(Object.prototype)).to.deep.equal([])
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined)
    const broken = `Object.prototype.toJSON = () => undefined\n${giving('1')}`
    expect((await of(broken)).error).to.match(/It returns nothing|What it registers/)
  })

  const NAMES = ['1', "''", "'a b'", "'endif'", "'else'", "'a%'", 'null', '{}']
  for (const name of NAMES) {
    it(`may not register a tag ${name}`, async () => {
      const { error, at } = await of(`galley.tag(${name}, () => '')`)
      expect(error).to.match(/^TypeError: /)
      expect(at).to.equal('_plugins/own.js:1')
    })
  }

  it('may register only functions', async () => {
    for (const call of [`tag('x')`, `block('x', 'text')`, `filter('x', {})`, 'generator()'])
      expect((await of(`galley.${call}`)).error).to.match(
        /TypeError: .*galley\.\w+ must be a function/,
      )
    expect((await of('galley.tag = 1')).error).to.match(/TypeError/)
  })
})

describe('a plugin of a site that takes too much', () => {
  const MEMORY: Readonly<Record<string, string>> = {
    'arrays of bytes': '{ const a = []; for (;;) a.push(new Uint8Array(1 << 20)) }',
    texts: '{ const a = []; for (;;) a.push("x".repeat(1000) + a.length) }',
    'one text': '{ let s = "x"; for (;;) s += s }',
    objects: '{ const o = {}; for (let i = 0; ; i++) o["k" + i] = {} }',
  }
  for (const [what, body] of Object.entries(MEMORY)) {
    it(`stops at its memory limit: ${what}`, async () => {
      const { error, out } = await of(giving(body))
      expect(out).to.equal(undefined)
      expect(error).to.match(/out of memory|too long|without an error message/)
      expect(error).to.include('_plugins/own.js')
    })
  }

  const NESTED: Readonly<Record<string, string>> = {
    calls: '{ const f = () => f() + 1; return f() }',
    JSON: 'JSON.parse("[".repeat(1e6))',
    'a tree': '{ let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a) }',
    code: 'eval("(".repeat(1e5))',
    patterns: 'new RegExp("(".repeat(1e5))',
    proxies: '{ let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x }',
  }
  for (const [what, body] of Object.entries(NESTED)) {
    it(`stops at its stack limit: ${what}`, async () => {
      const { error, out } = await of(giving(body))
      expect(out).to.equal(undefined)
      expect(error).to.match(/stack overflow|recurses too deeply|too many captures|out of memory/)
      expect(error).to.include('_plugins/own.js')
    })
  }

  const ENDLESS: Readonly<Record<string, string>> = {
    'a loop': '{ for (;;); }',
    'a loop that catches': '{ for (;;) { try { for (;;); } catch {} } }',
    'a pattern': '/^(a+)+$/.test("a".repeat(60) + "!")',
    'an error that is asked': '{ throw { toString() { for (;;); } } }',
    'a value that is asked': '({ toJSON() { for (;;); } })',
  }
  for (const [what, body] of Object.entries(ENDLESS)) {
    it(`stops at its time limit: ${what}`, async () => {
      const plugin = what.startsWith('a value')
        ? `galley.filter('f', () => (${body}))`
        : giving(body)
      const page = what.startsWith('a value') ? '{{ 1 | f }}' : '{% x %}'
      const { error } = await of(plugin, { page, milliseconds: 300 })
      expect(error).to.include('It took longer than 0.3 seconds')
      expect(error).to.include('(_plugins/own.js)')
      expect(error).to.include('--render-seconds')
    })
  }

  it('is reported on every page once it has broken the engine', async () => {
    const plugin = `galley.tag('deep', () => eval('('.repeat(1e5)))\ngalley.tag('fine', () => 'fine')`
    const root = mkdtempSync(join(tmpdir(), 'galley-broken-'))
    const pages = { 'b.html': '---\n---\n{% deep %}', 'c.html': '---\n---\n{% fine %}' }
    mkdirSync(join(root, '_plugins'))
    for (const [path, text] of Object.entries({ '_plugins/own.js': plugin, ...pages }))
      writeFileSync(join(root, path), text)
    const session = new RenderSession()
    const request = {
      source: root,
      destination: join(root, 'out'),
      now: 0,
      sitePlugins: true,
      ...AS_RECORDED,
    }
    const said: string[] = []
    let changed: readonly string[] | null = null
    for (const [path, text] of Object.entries(pages)) {
      const file = { path, content: Buffer.from(text), modifiedAt: 0, hidesTexts: false }
      const { diagnostics } = await session.render({ ...request, changed, file })
      said.push(...diagnostics.map(({ message }) => message))
      changed = []
    }
    await session.close()
    rmSync(root, { recursive: true })
    // Where frames are small the engine itself sees it first, and stays whole.
    if (said[0]?.includes('stack overflow') === true) return
    expect(said[0]).to.match(/recurses too deeply \(_plugins\/own\.js\)/)
    expect(said[1]).to.match(/recurses too deeply; no plugin runs any more \(_plugins\/own\.js\)/)
    expect(said).to.have.length(2)
  })

  it('stops at its time limit while it is loaded', async () => {
    const { error, at } = await of('for (;;);', { milliseconds: 300 })
    expect(error).to.include('It took longer than 0.3 seconds')
    expect(at).to.include('_plugins/own.js')
  })

  it('prints no more than the limit of a page', async () => {
    const site = { '_plugins/own.js': giving(`'x'.repeat(1e6)`), 'a.html': '---\n---\n{% x %}' }
    const limits = { outputBytes: 100_000 }
    const { error } = await buildSite(site, { sitePlugins: true, limits })
    expect(error).to.include('over 100,000 characters of text')
  })

  it('has no more code than the limit', async () => {
    const { error, at } = await of(`// ${'x'.repeat(1024 * 1024)}`)
    expect(error).to.include('at most 100 files and 1,048,576 characters together')
    expect(at).to.equal('_plugins/own.js:null')
  })
})
