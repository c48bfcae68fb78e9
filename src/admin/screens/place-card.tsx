/** The settings cards for hosting and sync. */

import { useState } from 'react'
import type { Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Select } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { Notice } from '../ui/notice.js'
import { ServerMessage } from '../ui/server-message.js'
import { Card } from '../ui/page.js'
import { ConnectionTest, HostCheck, SyncHook } from './connection.js'
import {
  HOSTING_OPTIONS,
  HOSTINGS,
  optionsOf,
  SYNC_OPTIONS,
  SYNCS,
  type Option,
} from './hosting.js'
import { SaveRow, useSaving } from './saving.js'
import { SyncState } from './sync-state.js'

const PLACES = {
  hosting: { names: HOSTINGS, options: HOSTING_OPTIONS },
  sync: { names: SYNCS, options: SYNC_OPTIONS },
} as const

interface PlaceProps {
  readonly site: Site
  readonly kind: 'hosting' | 'sync'
}

export function PlaceCard({ site, kind }: PlaceProps) {
  const form = usePlace({ site, kind })
  const lastError = site.jobs.sync.last_error
  const isOn = form.name !== 'disabled'
  return (
    <Card
      title={t(`settings.${kind}`)}
      lead={t(`settings.${kind}.text`)}
      actions={kind === 'sync' && site.sync !== 'disabled' && <SyncNow />}
    >
      {kind === 'sync' && site.sync !== 'disabled' && <SyncState site={site} />}
      <form className="stack" onSubmit={form.onSubmit}>
        {form.error !== null && <Notice tone="bad">{messageOf(form.error)}</Notice>}
        {kind === 'sync' && lastError !== null && (
          <Notice tone="bad">
            <ServerMessage text={lastError} />
          </Notice>
        )}
        <Select
          label={t('settings.place')}
          value={form.name}
          choices={form.names.map((id) => ({ id, label: t(`${kind}.${id}` as 'hosting.ftp') }))}
          onChange={form.setPlace}
        />
        <div className="two">
          {form.shown.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={form.values[option.name] ?? ''}
              error={form.errorOf(`${kind}_options.${option.name}`)}
              onChange={(value) => form.setValues({ ...form.values, [option.name]: value })}
            />
          ))}
        </div>
        <SaveRow isBusy={form.isBusy} />
      </form>
      {isOn && <ConnectionTest site={site} kind={kind} form={form} />}
      {isOn && kind === 'hosting' && form.isSaved && <HostCheck />}
      {isOn && kind === 'sync' && form.isSaved && <SyncHook site={site} />}
    </Card>
  )
}

/** The form's state, and whether it equals the saved settings. */
function usePlace({ site, kind }: PlaceProps) {
  const stored = { place: site[kind] ?? 'disabled', values: site[`${kind}_options`] ?? {} }
  const [place, setPlace] = useState<string>(stored.place)
  const [values, setValues] = useState(stored.values)
  const { names, options } = PLACES[kind]
  const name = names.find((known) => known === place) ?? 'disabled'
  // Every name in `names` is a key of `options`.
  const shown = (options as Readonly<Record<string, readonly Option[]>>)[name] ?? []
  const given = optionsOf(shown, values)
  const saving = useSaving(
    site,
    () => ({ [kind]: name, [`${kind}_options`]: given }),
    // The server returns secrets masked.
    (saved) => setValues(saved[`${kind}_options`] ?? {}),
  )
  const isSaved =
    name === stored.place &&
    JSON.stringify(given) === JSON.stringify(optionsOf(shown, stored.values))
  return { ...saving, names, name, given, shown, values, setPlace, setValues, isSaved }
}

function SyncNow() {
  const { run, jobs } = useSiteJobs()
  return (
    <Button icon="sync" busy={jobs.sync?.status === 'working'} onPress={() => void run('sync')}>
      {t('settings.sync.now')}
    </Button>
  )
}

interface OptionProps {
  readonly option: Option
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function OptionField({ option, value, error, onChange }: OptionProps) {
  const label = t(`option.${option.name}` as 'option.path')
  if (option.choices) {
    const choices = option.choices.map((id) => ({ id, label: id }))
    const chosen = value || (option.choices[0] ?? '')
    return <Select label={label} value={chosen} choices={choices} onChange={onChange} />
  }
  return (
    <Field
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      type={option.isSecret && !option.isLong ? 'password' : 'text'}
      autoComplete="off"
      isRequired={!option.isOptional && option.fallback === undefined}
      placeholder={option.fallback}
      lines={option.isLong ? 3 : undefined}
      isCode={option.isLong}
    />
  )
}
