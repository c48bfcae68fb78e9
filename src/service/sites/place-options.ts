/** Merges what a client gives of hosting and sync into what is stored, for saving it and for trying it unsaved. */

import type { SiteRecord } from '../../model/site.js'
import type { SiteOptions } from './site-options.js'

/** @throws GalleyError `validation_failed`, which names the key */
export type CheckOptions = (
  field: 'hosting_options' | 'sync_options',
  provider: string,
  options: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, string>>>

interface PlaceParts {
  readonly options: Pick<SiteOptions, 'merge' | 'seal'>
  /** Validates hosting and sync options and adds defaults. */
  readonly checkOptions: CheckOptions
}

/** Hosting and sync as a client gives them; what is missing stays as it is. */
export interface PlaceInput {
  readonly hosting?: SiteRecord['hosting'] | undefined
  readonly hosting_options?: Readonly<Record<string, string>> | undefined
  readonly sync?: SiteRecord['sync'] | undefined
  readonly sync_options?: Readonly<Record<string, string>> | undefined
}

/** @throws GalleyError `validation_failed`, which names the key */
export async function changedPlaces(
  parts: PlaceParts,
  site: SiteRecord,
  input: PlaceInput,
): Promise<Pick<SiteRecord, 'hosting' | 'hostingOptions' | 'sync' | 'syncOptions'>> {
  const hosting = input.hosting ?? site.hosting
  const sync = input.sync ?? site.sync
  return {
    hosting,
    sync,
    hostingOptions: await changedOptions(parts, {
      field: 'hosting_options',
      provider: hosting,
      given: input.hosting_options,
      stored: hosting === site.hosting ? site.hostingOptions : {},
    }),
    syncOptions: await changedOptions(parts, {
      field: 'sync_options',
      provider: sync,
      given: input.sync_options,
      stored: sync === site.sync ? site.syncOptions : {},
    }),
  }
}

interface OptionsChange {
  readonly field: 'hosting_options' | 'sync_options'
  readonly provider: string
  readonly given: Readonly<Record<string, string>> | undefined
  readonly stored: Readonly<Record<string, string>>
}

async function changedOptions(
  { options, checkOptions }: PlaceParts,
  { field, provider, given, stored }: OptionsChange,
): Promise<Readonly<Record<string, string>>> {
  if (provider === 'disabled') return {}
  if (given === undefined && Object.keys(stored).length > 0) return stored
  const change = { given: given ?? {}, stored }
  const merged = await checkOptions(field, provider, options.merge(change))
  return options.seal(merged, change)
}
