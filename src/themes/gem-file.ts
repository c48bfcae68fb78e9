/**
 * Reads a gem: a tar archive with `metadata.gz`, `data.tar.gz` and the checksums of both. Nothing in it is executed.
 *
 * @see https://guides.rubygems.org/rubygems-org-api/; the format is that of `gem build` (rubygems/package.rb)
 */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { parseYaml } from '../content/yaml/parse.js'
import { isYamlMap, type YamlMap, type YamlValue } from '../content/yaml/value.js'
import type { ThemeFacts } from '../builder/theme/installed.js'
import { MAX_FILES, MAX_UNPACKED_BYTES } from './limits.js'
import { readTar } from './tar.js'
import { ThemeError } from './theme-error.js'

/** What a gem says of itself. */
export type GemFacts = Pick<
  ThemeFacts,
  'name' | 'version' | 'authors' | 'description' | 'metadata' | 'dependencies'
>

interface Gem {
  readonly facts: GemFacts
  /** Path -> content. */
  readonly files: AsyncIterable<{ readonly path: string; readonly data: Buffer }>
}

const METADATA = 'metadata.gz'
const DATA = 'data.tar.gz'
const CHECKSUMS = 'checksums.yaml.gz'
/** Bytes of what a gem says of itself. */
const MAX_SAID = 2 * 1024 * 1024

/** Opens a gem. @throws ThemeError with a clause, also while its files are read */
export async function readGem(bytes: Buffer): Promise<Gem> {
  const parts = new Map<string, Buffer>()
  const limits = { bytes: bytes.length, entries: 100 }
  for await (const { path, data } of readTar(Readable.from([bytes]), limits)) parts.set(path, data)
  const [metadata, data] = [parts.get(METADATA), parts.get(DATA)]
  if (metadata === undefined || data === undefined) throw new ThemeError('it is not a gem')
  checkSums(parts)
  return { facts: factsIn(said(metadata)), files: filesIn(data) }
}

async function* filesIn(data: Buffer): Gem['files'] {
  const gunzip = createGunzip()
  const failed = { reason: null as unknown }
  const source = Readable.from([data])
  gunzip.once('error', (error) => (failed.reason = error))
  try {
    yield* readTar(source.pipe(gunzip), { bytes: MAX_UNPACKED_BYTES, entries: MAX_FILES })
  } catch (error) {
    if (failed.reason !== null) throw new ThemeError('its archive is damaged', { cause: error })
    throw error
  } finally {
    gunzip.destroy()
  }
}

/** Every sum that is there must be right; old gems have none. */
function checkSums(parts: ReadonlyMap<string, Buffer>): void {
  const packed = parts.get(CHECKSUMS)
  if (packed === undefined) return
  for (const [algorithm, sums] of mapOf(said(packed))) {
    const name = String(algorithm).toLowerCase()
    if (!['sha256', 'sha512'].includes(name)) continue
    for (const [file, sum] of mapOf(sums)) {
      const part = parts.get(String(file))
      if (part === undefined) continue
      if (createHash(name).update(part).digest('hex') !== textOf(sum))
        throw new ThemeError(`the checksum of its ${String(file)} is wrong`)
    }
  }
}

/** YAML, in which Ruby names the classes of its objects: they are left out. */
function said(packed: Buffer): YamlValue {
  let text: string
  try {
    text = gunzipSync(packed, { maxOutputLength: MAX_SAID }).toString('utf8')
  } catch (error) {
    throw new ThemeError('it says too much of itself, or is damaged', { cause: error })
  }
  const { value, error } = parseYaml(text.replace(/!ruby\/[\w:]+/g, ''), { maxBytes: MAX_SAID })
  if (error !== null)
    throw new ThemeError(`what it says of itself cannot be read (${error.reason})`)
  return value
}

function factsIn(value: YamlValue): GemFacts {
  const spec = mapOf(value)
  const text = (key: string) => textOf(spec.get(key))
  return {
    name: text('name'),
    version: textOf(mapOf(spec.get('version')).get('version')),
    authors: listOf(spec.get('authors')).map(textOf).join(', '),
    description: text('description') || text('summary'),
    metadata: Object.fromEntries(
      [...mapOf(spec.get('metadata'))].map(([key, one]) => [String(key), textOf(one)]),
    ),
    dependencies: listOf(spec.get('dependencies')).flatMap((one) => dependencyIn(mapOf(one))),
  }
}

function dependencyIn(dependency: YamlMap): GemFacts['dependencies'][number][] {
  const name = textOf(dependency.get('name'))
  if (name === '' || textOf(dependency.get('type')) === ':development') return []
  const requirement = mapOf(dependency.get('requirement') ?? dependency.get('version_requirements'))
  const requirements = listOf(requirement.get('requirements')).map((pair) => {
    const [sign, version] = listOf(pair)
    return `${textOf(sign)} ${textOf(mapOf(version).get('version'))}`
  })
  return [{ name, requirements: requirements.filter((one) => one !== '>= 0') }]
}

function mapOf(value: YamlValue | undefined): YamlMap {
  return value !== undefined && isYamlMap(value) ? value : new Map()
}

function listOf(value: YamlValue | undefined): readonly YamlValue[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: YamlValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}
