import { expect } from 'chai'
import { RenderContext } from '../../src/liquid/context.js'
import type { FilterDefinition, TagDefinition } from '../../src/liquid/definition.js'
import { createEngine, type EngineOptions } from '../../src/liquid/engine.js'
import { LiquidError } from '../../src/liquid/error.js'
import { toLiquidString } from '../../src/liquid/text.js'
import { Drop, fromPlain, type LiquidMap, type LiquidValue } from '../../src/liquid/value.js'

interface Given extends EngineOptions {
  readonly data?: Record<string, unknown>
}

const render = (source: string, { data = {}, ...options }: Given = {}): string => {
  const environment = fromPlain(data) as LiquidMap
  const context = new RenderContext({
    environment,
    ...(options.limits && { limits: options.limits }),
  })
  return createEngine(options).parse(source).render(context)
}

const failure = (run: () => unknown): LiquidError => {
  try {
    run()
  } catch (error) {
    if (error instanceof LiquidError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('Liquid engine', () => {
  it('names file, line and markup of a syntax error, front matter counted', () => {
    const engine = createEngine({ errorMode: 'strict' })
    const error = failure(() => engine.parse('a\n{{ b | }}', { path: 'x.md', lineOffset: 4 }))
    expect(error).to.include({ code: 'syntax', path: 'x.md', line: 6, markup: '{{ b | }}' })
    expect(error.message).to.equal(
      'Liquid syntax error (line 6): Expected id but found end_of_string in "{{ b | }}"',
    )
  })

  it('names the line of an error while rendering, from within blocks', () => {
    const error = failure(() => render('{% if true %}\n\n{{ 1 | divided_by: 0 }}{% endif %}'))
    expect(error).to.include({ code: 'zero_division', line: 3 })
  })

  it('reports to the host what the lax grammar accepted, and continues', () => {
    const warnings: LiquidError[] = []
    const output = render('{{ "a" | upcase ! }}', {
      onWarning: (warning) => warnings.push(warning),
    })
    expect(output).to.equal('A')
    expect(warnings.map(({ code, line }) => [code, line])).to.deep.equal([['syntax', 1]])
  })

  it('renders a template again and again, each time from the start', () => {
    const template = createEngine().parse(
      '{% increment x %}{% assign y = y | append: "a" %}{{ y }}',
    )
    for (let turn = 0; turn < 3; turn++) {
      expect(template.render(new RenderContext())).to.equal('0a')
    }
  })

  it('reads drops lazily and by name', () => {
    const reads: string[] = []
    class Page extends Drop {
      override get(key: string): LiquidValue | undefined {
        reads.push(key)
        return key === 'title' ? 'T' : undefined
      }
    }
    const context = new RenderContext({ environment: new Map([['page', new Page()]]) })
    const output = createEngine().parse('{{ page.title }}{{ page.none }}').render(context)
    expect(output).to.equal('T')
    expect(reads).to.deep.equal(['title', 'none'])
  })
})

describe('Liquid with tags and filters of a host', () => {
  const shout: TagDefinition = {
    name: 'shout',
    kind: 'block',
    parse: (markup, parser) => {
      const suffix = parser.parseExpression(markup)
      const body = parser.parseBody()
      return (ctx, out) => {
        body.render(ctx, out)
        out.write(toLiquidString(suffix(ctx)))
      }
    },
  }
  const verbatim: TagDefinition = {
    name: 'verbatim',
    kind: 'raw',
    parse: (_markup, parser) => {
      const text = parser.readRaw()
      return (_ctx, out) => out.write(`<${text}>`)
    },
  }
  const pair: FilterDefinition = {
    name: 'pair',
    arity: [1, 2],
    apply: (input, args) => [input, ...args].map(toLiquidString).join('+'),
  }
  const host = { tags: [shout, verbatim], filters: [pair] }

  it('runs block tags, with errors for unclosed ones', () => {
    expect(render('{% shout x %}a{{ x }}{% endshout %}', { ...host, data: { x: '!' } })).to.equal(
      'a!!',
    )
    expect(failure(() => render('{% shout x %}', host)).message).to.equal(
      "Liquid syntax error (line 1): 'shout' tag was never closed",
    )
  })

  it('gives raw tags their text unchanged', () => {
    expect(render('{% verbatim %}{{ a }}{% if %}{% endverbatim %}', host)).to.equal(
      '<{{ a }}{% if %}>',
    )
  })

  it('checks the number of arguments of a filter', () => {
    expect(render('{{ 1 | pair: 2, 3 }}', host)).to.equal('1+2+3')
    expect(failure(() => render('{{ 1 | pair }}', host)).reason).to.equal(
      'wrong number of arguments (given 1, expected 2..3)',
    )
  })

  it('lets a host parse conditions and expressions', () => {
    const engine = createEngine()
    const context = new RenderContext({ environment: new Map([['item', fromPlain({ n: 3 })]]) })
    expect(engine.parseCondition('item.n > 2 and item.x == nil')(context)).to.equal(true)
    expect(engine.parseExpression('item["n"]')(context)).to.equal(3)
    expect(engine.parseVariable('item.n | plus: 1')(context)).to.equal(4)
  })
})

describe('Liquid against hostile templates', () => {
  const NAMES = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it('gives no access to JavaScript under any name', () => {
    const data = { text: 'x', list: [1], hash: { a: 1 }, number: 1 }
    for (const name of NAMES) {
      const spots = Object.keys(data).map((key) => `{{ ${key}.${name} }}{{ ${key}["${name}"] }}`)
      expect(render(`{{ ${name} }}${spots.join('')}`, { data }), name).to.equal('')
      expect(render(`{{ 1 | ${name} }}`), name).to.equal('1')
      expect(failure(() => render(`{% ${name} %}`)).reason).to.equal(`Unknown tag '${name}'`)
    }
  })

  it('allows names of JavaScript as keys of data', () => {
    const data = new Map<string, LiquidValue>([['__proto__', 'a']])
    const context = new RenderContext({ environment: data })
    const source = '{{ __proto__ }}{% assign constructor = "b" %}{{ constructor }}'
    expect(createEngine().parse(source).render(context)).to.equal('ab')
  })

  it('ends a rendering that takes longer than its time', () => {
    const source = '{% for i in (1..40000000) %}{% assign x = i %}{% endfor %}'
    const error = failure(() => render(source, { limits: { milliseconds: 5 } }))
    expect(error.code).to.equal('time')
    expect(error.message).to.include('Rendering took longer than 0.005 seconds')
  })

  const limits = { outputBytes: 100_000, iterations: 10_000 }
  const BOMBS: Readonly<Record<string, string>> = {
    'a loop without end': '{% for i in (1..1000000000000) %}{% endfor %}',
    'loops in loops':
      '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
    'a table without end': '{% tablerow i in (1..1000000000000) %}{% endtablerow %}',
    'output that grows': '{% for i in (1..9000) %}0123456789012345678901234567890{% endfor %}',
    'a string that doubles':
      '{% assign a = "aaaaaaaaaa" %}{% for i in (1..90) %}{% assign a = a | append: a %}{% endfor %}',
    'a string that is replaced by itself':
      '{% assign a = "aaaaaaaaaa" %}{% for i in (1..90) %}{% assign a = a | replace: "a", a %}{% endfor %}',
    'a capture that doubles':
      '{% assign a = "aaaaaaaaaa" %}{% for i in (1..90) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}',
    'an array that doubles':
      '{% assign a = "a,b" | split: "," %}{% for i in (1..90) %}{% assign a = a | concat: a %}{% endfor %}',
    'a number that is squared':
      '{% assign a = 9999999999 %}{% for i in (1..90) %}{% assign a = a | times: a %}{% endfor %}{{ a }}',
    'a range made an array': '{{ (1..1000000000000) | join: "" }}',
  }

  it('reports the limit of text, also while a loop prints only text', () => {
    const few = { outputBytes: 1000 }
    const source = `\n{% for i in (1..1000000) %}${'x'.repeat(100)}{% endfor %}`
    const turns = { iterations: 12, ...few }
    for (const limits of [few, turns]) {
      const { code, message } = failure(() => render(source, { limits }))
      expect(code).to.equal('memory')
      expect(message).to.include('(line 2)').and.to.include('over 1,000 characters')
    }
  })

  for (const [name, source] of Object.entries(BOMBS)) {
    it(`stops ${name}`, () => {
      expect(failure(() => render(source, { limits })).code).to.equal('memory')
    })
  }

  it('does not create a range to find its size', () => {
    expect(render('{{ (1..1000000000000) | size }}{{ (1..9999999999999) | last }}')).to.equal(
      '10000000000009999999999999',
    )
  })

  it('refuses blocks nested deeper than a hundred', () => {
    const nest = (depth: number): string =>
      '{% if true %}'.repeat(depth) + 'x' + '{% endif %}'.repeat(depth)
    expect(render(nest(100))).to.equal('x')
    expect(failure(() => render(nest(101))).code).to.equal('stack_level')
    expect(failure(() => render('{% for i in a %}'.repeat(50_000))).code).to.equal('stack_level')
  })

  const LONG = 20_000
  const PATHOLOGICAL = [
    '{',
    '{{',
    '{%',
    '{{ "',
    "{{ '",
    '{{ a[',
    '{{ a |',
    '{{ (',
    '{% if a and ',
    '}}',
  ]

  for (const piece of PATHOLOGICAL) {
    it(`terminates for ${JSON.stringify(piece)} repeated`, () => {
      const engine = createEngine()
      for (const source of [
        piece.repeat(LONG),
        `{{ ${piece.repeat(LONG)} }}`,
        `{% if ${piece.repeat(LONG)} %}`,
      ]) {
        try {
          engine.parse(source)
        } catch (error) {
          expect(error).to.be.instanceOf(LiquidError)
        }
      }
    })
  }
})
