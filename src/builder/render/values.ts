/** From the values of YAML to those of Liquid: the same but for the classes of floats, dates, times. */

import {
  YamlDate,
  YamlFloat,
  YamlObjectKey,
  YamlTime,
  type YamlKey,
  type YamlMap,
  type YamlValue,
} from '../../content/yaml/value.js'
import type { JekyllVersion } from '../base/jekyll-version.js'
import type { Clock } from '../../liquid/definition.js'
import {
  LiquidDate,
  LiquidFloat,
  LiquidTime,
  type LiquidMap,
  type LiquidValue,
  type TimeWatch,
} from '../../liquid/value.js'

/** Makes Liquid values; one object gives one object always, so that templates can compare them. */
export class ValueMaker {
  readonly #made = new WeakMap<object, LiquidValue>()

  /** `jekyll`: whose YAML and documents these are; Jekyll 4.3 stands for Debian's, which reads it with Psych. */
  constructor(
    readonly clock: Clock,
    readonly jekyll: JekyllVersion = '4.3',
  ) {}

  of(value: YamlValue | YamlKey | undefined): LiquidValue {
    if (value === undefined || value === null) return null
    if (typeof value !== 'object') return value
    const known = this.#made.get(value)
    if (known !== undefined) return known
    const made = this.#make(value)
    this.#made.set(value, made)
    return made
  }

  map(value: YamlMap): LiquidMap {
    const made = this.of(value)
    return made instanceof Map ? made : new Map()
  }

  /** The instant in the zone of the site. */
  localTime(epochMs: number, watch?: TimeWatch): LiquidTime {
    const { offsetSeconds, zoneName } = this.clock.zone(epochMs)
    return exactTime(epochMs, offsetSeconds, { zoneName, ...(watch && { watch }) })
  }

  #make(value: (YamlValue & object) | YamlObjectKey): LiquidValue {
    if (value instanceof YamlObjectKey) return this.of(value.value)
    if (Array.isArray(value)) return value.map((item) => this.of(item))
    if (value instanceof YamlFloat) return new LiquidFloat(value.value)
    if (value instanceof YamlDate) return new LiquidDate(value.iso)
    if (value instanceof YamlTime) return this.#time(value)
    return new Map([...value].map(([key, item]) => [this.of(key), this.of(item)]))
  }

  // Psych: a time that names its offset keeps it, one that names none is shown in the local zone. SafeYAML knows
  // no zones, only offsets.
  #time(time: YamlTime): LiquidTime {
    if (this.jekyll !== '4.3') return exactTime(time.epochMs, time.offsetSeconds ?? 0, {})
    if (time.offsetSeconds === null) return this.localTime(time.epochMs)
    const utc = /z$/i.test(time.text)
    return exactTime(time.epochMs, time.offsetSeconds, { utc })
  }
}

function exactTime(
  epochMs: number,
  offsetSeconds: number,
  options: { utc?: boolean; zoneName?: string; watch?: TimeWatch },
): LiquidTime {
  const whole = Math.floor(epochMs)
  const nanoseconds = Math.round((epochMs - whole) * 1e6)
  return new LiquidTime(whole, offsetSeconds, { ...options, nanoseconds })
}
