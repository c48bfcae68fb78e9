/** What was recorded from Ruby's Liquid, and the same cases through ours. */

import { readFileSync } from 'node:fs'
import { RenderContext } from '../../src/liquid/context.js'
import type { Clock, ErrorMode } from '../../src/liquid/definition.js'
import { createEngine } from '../../src/liquid/engine.js'
import { LiquidError } from '../../src/liquid/error.js'
import {
  float,
  fromPlain,
  LiquidDate,
  LiquidRange,
  LiquidTime,
  type LiquidMap,
  type LiquidValue,
} from '../../src/liquid/value.js'

/** What one mode gave: an output with its errors and warnings, or a refusal. */
export interface Outcome {
  readonly output?: string
  readonly warnings?: readonly string[]
  readonly errors?: readonly string[]
  readonly refused?: string
}

export interface RecordedCase {
  readonly group: string
  readonly source: string
  readonly results: Readonly<Record<string, Outcome>>
}

export interface Recording {
  readonly versions: Readonly<Record<string, string>>
  readonly data: unknown
  readonly cases: readonly RecordedCase[]
  /** Moments with each format and what it gave. */
  readonly strftime: readonly { value: unknown; formats: readonly [string, string][] }[]
  /** Texts with milliseconds, offset, zone, nanoseconds and whether it is UTC; null for none. */
  readonly times: readonly [string, readonly unknown[] | null][]
}

export const readRecording = (): Recording =>
  JSON.parse(
    readFileSync(new URL('../../fixtures/liquid/recorded.json', import.meta.url), 'utf8'),
  ) as Recording

/** The tagged data of a recording as values. */
export const decode = (data: unknown): LiquidValue => {
  if (Array.isArray(data)) return data.map(decode)
  if (typeof data !== 'object' || data === null) return fromPlain(data)
  const [[tag, value]] = Object.entries(data) as [[string, never]]
  switch (tag) {
    case '$hash':
      return new Map((value as [unknown, unknown][]).map(([k, v]) => [decode(k), decode(v)]))
    case '$float':
      return float(value)
    case '$big':
      return BigInt(value)
    case '$range':
      return new LiquidRange(value[0], value[1])
    case '$date':
      return new LiquidDate(value)
    default:
      return decodeTime(value)
  }
}

const decodeTime = (value: [number, number, number, boolean, string | null]): LiquidTime => {
  const [epochMs, offset, nanoseconds, utc, zone] = value
  return new LiquidTime(epochMs, offset, {
    nanoseconds,
    utc,
    ...(zone !== null && { zoneName: zone }),
  })
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  timeZoneName: 'longOffset',
})

/** Central European time, stopped where the recording stopped it. */
export const BERLIN: Clock = {
  now: () => new LiquidTime(1_700_000_000_000, 3600, { zoneName: 'CET' }),
  zone: (epochMs) => {
    const name = berlin.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')
    const hours = Number(/\d+/.exec(name?.value ?? '')?.[0] ?? 0)
    return { offsetSeconds: hours * 3600, zoneName: hours === 2 ? 'CEST' : 'CET' }
  },
}

const MODES: Readonly<Record<string, { mode: ErrorMode; strict: boolean }>> = {
  warn: { mode: 'warn', strict: false },
  lax: { mode: 'lax', strict: false },
  strict: { mode: 'strict', strict: true },
}

/** Renders a source as the recording did, errors inline. */
export const run = (source: string, mode: string, environment: LiquidMap): Outcome => {
  const { mode: errorMode, strict } = MODES[mode]!
  const warnings: string[] = []
  const engine = createEngine({
    errorMode,
    strictFilters: strict,
    strictVariables: strict,
    clock: BERLIN,
    onWarning: (warning) => warnings.push(warning.message),
  })
  try {
    const context = new RenderContext({ environment, onError: 'inline' })
    const output = engine.parse(source).render(context)
    const errors = context.errors.map((error) => error.message)
    return {
      output,
      ...(warnings.length > 0 && { warnings }),
      ...(errors.length > 0 && { errors }),
    }
  } catch (error) {
    if (error instanceof LiquidError) return { refused: error.message }
    throw error
  }
}
