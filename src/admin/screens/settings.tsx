/** The screen of a site's settings, export and deletion. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { SERVER } from '../api/base.js'
import { call } from '../api/client.js'
import { useImport } from '../api/import.js'
import { keys } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate } from '../app/router.js'
import { siteName } from '../app/site-name.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { download } from '../ui/download.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen } from '../ui/page.js'
import { showToast } from '../ui/toast.js'
import { MetadataForm } from '../fields/metadata-form.js'
import { CodeLine } from '../ui/code-line.js'
import { DomainNotice } from './domain-state.js'
import { JekyllCard } from './jekyll-card.js'
import { OfferedFieldsCard } from './offered-fields.js'
import { PlaceCard } from './place-card.js'
import { SaveRow, useSaving } from './saving.js'
import { WebhooksCard } from './webhooks.js'
import { ZoneSelect } from './zone-select.js'

export function SettingsScreen() {
  const { site } = useSiteJobs()
  return (
    <Screen title={t('settings')}>
      {site.config_error !== undefined && <Notice tone="bad">{site.config_error}</Notice>}
      <OfferedFieldsCard />
      <GeneralCard site={site} />
      <JekyllCard site={site} />
      <PlaceCard site={site} kind="hosting" />
      <PlaceCard site={site} kind="sync" />
      <WebhooksCard site={site} />
      <MetadataCard site={site} />
      <SourceCard site={site} />
      {site.can.delete && <DeleteCard site={site} />}
    </Screen>
  )
}

function GeneralCard({ site }: { site: Site }) {
  const [title, setTitle] = useState(site.title)
  const [domain, setDomain] = useState(site.domain_unicode)
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
            help={domainHelp(site)}
            value={domain}
            onChange={setDomain}
            error={errorOf('domain')}
          />
          <ZoneSelect value={zone} onChange={setZone} />
        </div>
        <DomainNotice site={site} />
        <SaveRow isBusy={isBusy} />
      </form>
    </Card>
  )
}

/** How to point the domain at this server; undefined if nothing has to be done. */
function domainHelp({ domain, cname }: Site): string | undefined {
  if (domain.endsWith('.localhost')) return t('site.domain.help')
  return cname === '' ? undefined : t('site.cname', { name: cname })
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

/** Exports the source, and links to the import report. */
function SourceCard({ site }: { site: Site }) {
  const { data: imported } = useImport(site.id)
  const address = `${location.origin}${SERVER}/v2/sites/${site.id}/repository.git`
  const { isBusy, error, send } = useSending(async () => {
    // Downloads do not ask the user to sign in again; this call does.
    await call('getSite', { path: { site_id: site.id } })
    download(`${SERVER}/v2/sites/${site.id}/export`)
    showToast('good', t('settings.export.begun'))
  })
  return (
    <Card title={t('settings.export')} lead={t('settings.export.text')}>
      <div className="stack">
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <CodeLine label={t('hook.address')} copy={t('hook.copy-address')} text={address} />
        <div className="row-end">
          {imported && (
            <Button onPress={() => navigate(`/sites/${site.id}/import`)}>
              {t('import.report')}
            </Button>
          )}
          <Button icon="download" busy={isBusy} onPress={() => void send()}>
            {t('settings.export.zip')}
          </Button>
        </div>
      </div>
    </Card>
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
    <Card title={t('settings.delete')} lead={t('settings.delete.text')}>
      <div className="row-end">
        <Button look="remove" icon="trash" onPress={() => setAsking(true)}>
          {t('settings.delete')}
        </Button>
      </div>
      <Confirm
        title={t('settings.delete')}
        action={t('settings.delete')}
        typed={siteName(site)}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        <p>{t('settings.delete.confirm', { title: siteName(site) })}</p>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      </Confirm>
    </Card>
  )
}
