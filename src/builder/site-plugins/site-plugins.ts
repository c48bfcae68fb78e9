/** The plugins of a site in JavaScript as one plugin of the build. */

import { hash } from 'node:crypto'
import { Output, type RenderContext } from '../../liquid/context.js'
import type { FilterDefinition, TagDefinition } from '../../liquid/definition.js'
import { LiquidError } from '../../liquid/error.js'
import { fromPlain } from '../../liquid/value.js'
import { toLiquidString } from '../../liquid/text.js'
import type { Plugin } from '../render/plugin.js'
import { toJson } from '../render/filters/json.js'
import { BuildError } from '../base/build-error.js'
import { pageAnswers } from './answers.js'
import type { Guest, Registered } from './guest.js'
import { generatorOf } from './generators.js'
import { openIsolate, type Isolate } from './isolate.js'
import { PluginError } from './plugin-error.js'
import type { PluginFile } from './plugin-files.js'

/** Of a request that sets no time for a page. */
const MILLISECONDS = 60_000

interface SitePluginsOptions {
  readonly milliseconds: number | undefined
  /** The present, in milliseconds since the Unix epoch; that it was asked for is recorded. */
  readonly now: () => number
}

/** Loads the plugins. @throws BuildError where one fails */
export async function openSitePlugins(
  files: readonly PluginFile[],
  { milliseconds = MILLISECONDS, now }: SitePluginsOptions,
): Promise<Plugin> {
  const isolate = await openIsolate(files, { milliseconds })
  const registered = namesIn(isolate, now)
  const renderings = new Renderings(isolate, now)
  const of = (kind: Registered['kind']) => registered.filter((one) => one.kind === kind)
  const generators = of('generator').map((one) => generatorOf(one, () => isolate.start(now)))
  return {
    // Other texts are another plugin, so that nothing is kept of what these have made.
    name: `_plugins ${hash('sha256', JSON.stringify(files), 'base64url')}`,
    tags: [
      ...of('tag').map((one) => tagOf(one, renderings)),
      ...of('block').map((one) => blockOf(one, renderings)),
    ],
    filters: of('filter').map((one) => filterOf(one, renderings)),
    // A plugin that has the key counts as one that makes something.
    ...(generators.length > 0 && { generators }),
    finished: (environment) => renderings.finish(environment),
  }
}

function namesIn(isolate: Isolate, now: () => number): Registered[] {
  try {
    const guest = isolate.start(now)
    const names = guest.names()
    guest.close()
    return names
  } catch (error) {
    if (!(error instanceof PluginError)) throw error
    throw new BuildError(error.reason, { path: error.path, line: error.line }, { cause: error })
  }
}

interface Given {
  readonly registered: Registered
  /** JSON. */
  readonly given: string
}

/** Plugins of the renderings that are under way, by what their templates read. */
class Renderings {
  readonly #guests = new Map<object, Guest>()

  constructor(
    private readonly isolate: Isolate,
    private readonly now: () => number,
  ) {}

  /** Runs a plugin's function for a template. @throws LiquidError */
  call(context: RenderContext, { registered, given }: Given): unknown {
    try {
      const answer = pageAnswers(context, registered.file)
      return this.#guestOf(context.environment).call({ registered, given, answer })
    } catch (error) {
      if (error instanceof PluginError) throw new LiquidError('host', error.message)
      throw error
    }
  }

  finish(environment: object): void {
    this.#guests.get(environment)?.close()
    this.#guests.delete(environment)
  }

  #guestOf(environment: object): Guest {
    const known = this.#guests.get(environment)
    if (known !== undefined) return known
    const guest = this.isolate.start(this.now)
    this.#guests.set(environment, guest)
    return guest
  }
}

function tagOf(registered: Registered, renderings: Renderings): TagDefinition {
  return {
    name: registered.name,
    kind: 'inline',
    parse: (markup) => {
      const given = JSON.stringify({ args: markup.trim() })
      return (context, out) =>
        out.write(toLiquidString(fromPlain(renderings.call(context, { registered, given }))))
    },
  }
}

function blockOf(registered: Registered, renderings: Renderings): TagDefinition {
  return {
    name: registered.name,
    kind: 'block',
    parse: (markup, parser) => {
      const args = markup.trim()
      const body = parser.parseBody()
      return (context, out) => {
        const inner = new Output()
        body.render(context, inner)
        const given = JSON.stringify({ args, content: inner.text })
        out.write(toLiquidString(fromPlain(renderings.call(context, { registered, given }))))
      }
    },
  }
}

function filterOf(registered: Registered, renderings: Renderings): FilterDefinition {
  return {
    name: registered.name,
    arity: [0, Number.POSITIVE_INFINITY],
    apply: (input, args, { render }) => {
      const given = `{"input":${toJson(input)},"args":${toJson(args)}}`
      return fromPlain(renderings.call(render, { registered, given }))
    },
  }
}
