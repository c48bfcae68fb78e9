import { expect } from 'chai'
import { extendCss } from '../../../src/builder/sass/extend/extend-css.js'
import { markExtends } from '../../../src/builder/sass/extend/marks.js'
import { compileScss } from './compile-scss.js'

const compiled = (text: string) => compileScss(text, 'compressed', 'a.scss')
const extended = (css: string) => extendCss(markExtends(css, 'scss'), false)

// What sassc 2.4 prints is in fixtures/sites/spelled-*/_site/extended.css.
describe('@extend', () => {
  it('reports the place of a missing target, unless it is optional', async () => {
    const error = await compiled('b { c: d }\na { @extend .missing; }').catch((e: unknown) => e)
    expect(error).to.include({ path: 'a.scss', line: 2 })
    expect(error).to.have.property('message').that.includes('target selector was not found')
    expect(await compiled('a { @extend .missing !optional; b: c }')).to.equal('a{b:c}')
  })

  it('finds a target in an empty rule', async () => {
    expect(await compiled('.empty {} a { @extend .empty; b: c }')).to.equal('a{b:c}')
  })

  it('restores the semicolon before it, and removes a rule without other declarations', async () => {
    const css = '.a { b: c } .d { e: f; @extend .a } .g { @extend .a } @media x { %h { i: j } }'
    expect(await compiled(css)).to.equal('.a,.g,.d{b:c}.d{e:f}')
  })

  it('keeps what only looks like a placeholder', async () => {
    expect(await compiled('a { b: "%c"; d: url(e%fa.png); f: 10 %length(1 2 3 4) }')).to.equal(
      'a{b:"%c";d:url(e%fa.png);f:2}',
    )
  })

  it('is left to the compiler if it takes too many steps, or libsass does not know the selectors', () => {
    const rules = Array.from({ length: 400 }, (_, i) => `.a.x${i} { b: c } .e${i} { @extend .a; }`)
    expect(extended(rules.join(' '))).to.equal(null)
    const many = Array.from({ length: 12 }, (_, i) => `.t${i}`)
    const twice = many.map((name) => `.u { @extend ${name}; }`)
    expect(extended(`${twice.join(' ')} ${many.join('')} { a: b }`)).to.equal(null)
    expect(extended('ns|a.b { c: d } e { @extend .b; }')).to.equal(null)
    expect(extended(`${'a '.repeat(200)}.b { c: d } e { @extend .b; }`)).to.equal(null)
    expect(extended('.a { b: c } d { @extend .a; }')).to.deep.equal({
      css: '.a, d { b: c } ',
      isSatisfied: true,
    })
  })
})
