/** Settings of a site, and its end. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Hash, Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Field, Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Notice, tell } from '../ui/notice.js'
import { Card, Screen } from '../ui/page.js'
import { MetadataForm } from '../fields/metadata-form.js'
import {
  HOSTING_OPTIONS,
  HOSTINGS,
  optionsOf,
  SYNC_OPTIONS,
  SYNCS,
  type Option,
} from './hosting.js'
import { ZoneSelect } from './zone-select.js'

export function SettingsScreen() {
  const { site } = useSiteJobs()
  return (
    <Screen title={t('settings')} isNarrow>
      {site.config_error !== undefined && <Notice tone="bad">{site.config_error}</Notice>}
      <GeneralCard site={site} />
      <MetadataCard site={site} />
      <PlaceCard site={site} kind="hosting" />
      <PlaceCard site={site} kind="sync" />
      {site.can.delete && <DeleteCard site={site} />}
    </Screen>
  )
}

/** Saves a part of the settings. */
function useSaving(site: Site, input: () => Hash) {
  const cache = useQueryClient()
  return useSending(async () => {
    const saved = await call('updateSite', { path: { site_id: site.id }, body: input() })
    cache.setQueryData(keys.site(site.id), saved)
    await cache.invalidateQueries({ queryKey: keys.sites })
    tell('good', t('saved'))
  })
}

function SaveRow({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="row-end">
      <Button type="submit" busy={isBusy}>
        {t('save')}
      </Button>
    </div>
  )
}

function GeneralCard({ site }: { site: Site }) {
  const [title, setTitle] = useState(site.title)
  const [domain, setDomain] = useState(site.domain)
  const [zone, setZone] = useState(site.timezone)
  const { isBusy, error, errorOf, onSubmit } = useSaving(site, () => ({
    title,
    domain,
    timezone: zone,
  }))
  return (
    <Card title={t('settings.general')}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <Field label={t('title')} value={title} onChange={setTitle} error={errorOf('title')} />
        <div className="two">
          <Field
            label={t('site.domain')}
            help={site.cname === '' ? undefined : t('site.cname', { name: site.cname })}
            value={domain}
            onChange={setDomain}
            error={errorOf('domain')}
          />
          <ZoneSelect value={zone} onChange={setZone} />
        </div>
        <SaveRow isBusy={isBusy} />
      </form>
    </Card>
  )
}

function MetadataCard({ site }: { site: Site }) {
  const [metadata, setMetadata] = useState(site.metadata)
  const { isBusy, error, onSubmit } = useSaving(site, () => ({ metadata }))
  return (
    <Card title={t('metadata')} lead={t('settings.metadata.text')}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <MetadataForm value={metadata} onChange={setMetadata} />
        <SaveRow isBusy={isBusy} />
      </form>
    </Card>
  )
}

const PLACES = {
  hosting: { names: HOSTINGS, options: HOSTING_OPTIONS },
  sync: { names: SYNCS, options: SYNC_OPTIONS },
} as const

function PlaceCard({ site, kind }: { site: Site; kind: 'hosting' | 'sync' }) {
  const { run, jobs } = useSiteJobs()
  const [place, setPlace] = useState<string>(site[kind] ?? 'disabled')
  const [values, setValues] = useState(site[`${kind}_options`] ?? {})
  const { names, options } = PLACES[kind]
  const name = names.find((known) => known === place) ?? 'disabled'
  // Each name of the row's own table is a key of its own options.
  const shown = (options as Readonly<Record<string, readonly Option[]>>)[name] ?? []
  const { isBusy, error, errorOf, onSubmit } = useSaving(site, () => ({
    [kind]: name,
    [`${kind}_options`]: optionsOf(shown, values),
  }))
  const lastError = site.jobs.sync.last_error
  return (
    <Card
      title={t(`settings.${kind}`)}
      lead={t(`settings.${kind}.text`)}
      actions={
        kind === 'sync' &&
        site.sync !== 'disabled' && (
          <Button
            icon="sync"
            busy={jobs.sync?.status === 'working'}
            onPress={() => void run('sync')}
          >
            {t('settings.sync.now')}
          </Button>
        )
      }
    >
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        {kind === 'sync' && lastError !== null && <Notice tone="bad">{lastError}</Notice>}
        <Select
          label={t('settings.place')}
          value={name}
          choices={names.map((id) => ({ id, label: t(`${kind}.${id}` as 'hosting.ftp') }))}
          onChange={setPlace}
        />
        <div className="two">
          {shown.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={values[option.name] ?? ''}
              error={errorOf(`${kind}_options.${option.name}`)}
              onChange={(value) => setValues({ ...values, [option.name]: value })}
            />
          ))}
        </div>
        <SaveRow isBusy={isBusy} />
      </form>
    </Card>
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

function DeleteCard({ site }: { site: Site }) {
  const [isAsking, setAsking] = useState(false)
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await call('deleteSite', { path: { site_id: site.id } })
    navigate('/sites')
    cache.removeQueries({ queryKey: keys.site(site.id) })
    await cache.invalidateQueries({ queryKey: keys.sites })
  })
  return (
    <Card
      title={t('settings.delete')}
      lead={t('settings.delete.text')}
      actions={
        <Button look="danger" icon="trash" onPress={() => setAsking(true)}>
          {t('settings.delete')}
        </Button>
      }
    >
      <Confirm
        title={t('settings.delete')}
        action={t('settings.delete')}
        typed={site.title}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        <p>{t('settings.delete.confirm', { title: site.title })}</p>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      </Confirm>
    </Card>
  )
}
