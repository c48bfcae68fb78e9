/**
 * Prints how fast templates are parsed and rendered, beside Ruby's Liquid where it is installed:
 * `npx tsx test/bench/liquid.ts`. Cold is parsing and one rendering, warm is rendering alone.
 */

import { spawnSync } from 'node:child_process'
import { RenderContext } from '../../src/liquid/context.js'
import { createEngine } from '../../src/liquid/engine.js'
import { fromPlain, type LiquidMap } from '../../src/liquid/value.js'

const TURNS = 300

const posts = Array.from({ length: 50 }, (_, index) => ({
  title: `Post number ${index}`,
  url: `/2024/01/${index}/`,
  date: `2024-01-0${(index % 9) + 1} 10:00:00 +0000`,
  tags: ['a', 'b', 'c'].slice(0, (index % 3) + 1),
  excerpt: `<p>Some <b>text</b> of post ${index} & more</p>`,
}))

const DATA = { site: { title: 'Bench', posts }, page: { title: 'Index', url: '/' } }

const page = (index: number): string => `
<html><head><title>{{ page.title | default: site.title | escape }} ${index}</title></head><body>
{%- assign sorted = site.posts | sort: "title" -%}
{% for post in sorted limit: ${20 + (index % 20)} %}
  {% if post.tags contains "b" and post.title != nil %}
  <a class="{% cycle 'odd', 'even' %}" href="{{ post.url | prepend: '/base' }}">{{ post.title | upcase | truncate: 12 }}</a>
  {% elsif forloop.first or forloop.last %}<hr>{% endif %}
  {% for tag in post.tags %}{{ tag | capitalize }}{% unless forloop.last %}, {% endunless %}{% endfor %}
  {% capture summary %}{{ post.excerpt | strip_html | truncatewords: 5 }}{% endcapture %}
  <p>{{ summary | escape }} ({{ forloop.index | times: 3 | plus: ${index} }}) {{ post.date | date: "%b %-d, %Y" }}</p>
{% endfor %}
{% case page.title %}{% when "Index" %}home{% else %}other{% endcase %}
</body></html>`

const templates = Array.from({ length: TURNS }, (_, index) => page(index))

const measure = (run: () => void): number => {
  const start = performance.now()
  run()
  return performance.now() - start
}

const ours = (): { cold: number; warm: number; length: number } => {
  const environment = fromPlain(DATA) as LiquidMap
  const engine = createEngine()
  const render = (template: { render(ctx: RenderContext): string }): number =>
    template.render(new RenderContext({ environment })).length
  let length = 0
  const cold = measure(() => {
    for (const source of templates) length += render(engine.parse(source))
  })
  const parsed = templates.map((source) => engine.parse(source))
  const warm = measure(() => parsed.forEach(render))
  return { cold, warm, length }
}

const RUBY = `
require 'json'; require 'liquid'
input = JSON.parse(STDIN.read); data = input['data']
clock = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) * 1000 }
length = 0
start = clock.call
input['templates'].each { |s| length += Liquid::Template.parse(s, line_numbers: true, error_mode: :warn).render(data).length }
cold = clock.call - start
parsed = input['templates'].map { |s| Liquid::Template.parse(s, line_numbers: true, error_mode: :warn) }
start = clock.call
parsed.each { |t| t.render(data) }
puts JSON.generate(cold: cold, warm: clock.call - start, length: length)`

const ruby = (): { cold: number; warm: number; length: number } | null => {
  const input = JSON.stringify({ data: DATA, templates })
  const { status, stdout } = spawnSync('ruby', ['-e', RUBY], { input, encoding: 'utf8' })
  return status === 0 ? JSON.parse(stdout) : null
}

const show = (name: string, result: { cold: number; warm: number; length: number }): void =>
  console.log(
    `${name}: cold ${(TURNS / result.cold).toFixed(2)} pages/ms, warm ${(TURNS / result.warm).toFixed(2)} pages/ms, ${result.length} characters`,
  )

const own = ours()
show('Galley', own)
const oracle = ruby()
if (oracle === null) console.log('Ruby with liquid is not installed')
else {
  show('Ruby', oracle)
  console.log(
    `times as fast: cold ${(oracle.cold / own.cold).toFixed(1)}, warm ${(oracle.warm / own.warm).toFixed(1)}`,
  )
}
