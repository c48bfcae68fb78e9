/** A new site: with the theme, empty, or from a ZIP of its source. */

import { useState } from 'react'
import { FileTrigger, Label, Radio, RadioGroup } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../api/client.js'
import { followJob } from '../api/job.js'
import { keys } from '../api/queries.js'
import { navigate } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen } from '../ui/page.js'
import { ZoneSelect } from './zone-select.js'

const KINDS = [
  { id: 'theme', icon: 'rocket', title: 'new-site.theme', text: 'new-site.theme.text' },
  { id: 'empty', icon: 'page', title: 'new-site.empty', text: 'new-site.empty.text' },
  { id: 'zip', icon: 'upload', title: 'new-site.zip', text: 'new-site.zip.text' },
] as const

type Kind = (typeof KINDS)[number]['id']

export function NewSiteScreen() {
  const [kind, setKind] = useState<Kind>('theme')
  const [title, setTitle] = useState('')
  const [domain, setDomain] = useState<string | null>(null)
  const [zone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState('')
  const cache = useQueryClient()
  const address = domain ?? proposedDomain(title)
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const input = { title, domain: address, timezone: zone, empty: kind === 'empty' }
    const id =
      kind === 'zip' && file
        ? await importZip(file, { title, domain: address }, setProgress)
        : (await call('createSite', { body: input })).id
    await cache.invalidateQueries({ queryKey: keys.sites })
    navigate(`/sites/${id}`)
  })
  const isReady = title.trim() !== '' && (kind !== 'zip' || file !== null)
  return (
    <Screen title={t('sites.new')} isNarrow>
      <form className="stack" onSubmit={onSubmit}>
        <Card>
          <KindChoice kind={kind} onChange={setKind} />
          {kind === 'zip' && <ZipChoice file={file} onChange={setFile} />}
          <Field
            label={t('title')}
            value={title}
            onChange={setTitle}
            isRequired
            error={errorOf('title')}
          />
          <div className="two">
            <Field
              label={t('site.domain')}
              help={t('site.domain.help')}
              value={address}
              onChange={setDomain}
              isRequired
              error={errorOf('domain')}
            />
            {kind !== 'zip' && <ZoneSelect value={zone} onChange={setZone} />}
          </div>
          {error !== null && <Notice tone="bad">{importError(error)}</Notice>}
          {isBusy && progress !== '' && <Notice tone="plain">{progress}</Notice>}
          <div className="row-end">
            <Button onPress={() => navigate('/sites')}>{t('cancel')}</Button>
            <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
              {t('new-site.make')}
            </Button>
          </div>
        </Card>
      </form>
    </Screen>
  )
}

class ImportFailure extends Error {}

function importError(error: unknown): string {
  return error instanceof ImportFailure ? error.message : messageOf(error)
}

/** Letters that are no ASCII stay out of host names. */
function proposedDomain(title: string): string {
  const name = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  return name === '' ? '' : `${name}.localhost`
}

type Progress = (text: string) => void

async function importZip(file: File, fields: Record<string, string>, onProgress: Progress) {
  const { job_id, site_id } = await upload('importSite', {
    file,
    filename: file.name,
    fields,
    onProgress: ({ sent, total }) =>
      onProgress(t('upload.progress', { count: Math.round((sent / total) * 100) })),
  })
  await new Promise<void>((resolve, reject) => {
    followJob(job_id, ({ status, message }) => {
      onProgress(message)
      if (status === 'complete') resolve()
      if (status === 'error') reject(new ImportFailure(message))
    })
  })
  return site_id
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <RadioGroup
      className="stack-small"
      value={kind}
      onChange={(value) => onChange(KINDS.find(({ id }) => id === value)?.id ?? 'theme')}
    >
      <Label className="label">{t('new-site.begin')}</Label>
      <div className="choices">
        {KINDS.map((choice) => (
          <Radio key={choice.id} value={choice.id} className="choice">
            <Icon name={choice.icon} />
            <strong>{t(choice.title)}</strong>
            <span className="faint">{t(choice.text)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

function ZipChoice({
  file,
  onChange,
}: {
  file: File | null
  onChange: (file: File | null) => void
}) {
  return (
    <div className="row">
      <FileTrigger
        acceptedFileTypes={['application/zip', '.zip']}
        onSelect={(list) => onChange(list?.[0] ?? null)}
      >
        <Button icon="upload">{t('new-site.choose')}</Button>
      </FileTrigger>
      <span className="soft cut grow">{file?.name ?? t('new-site.no-file')}</span>
    </div>
  )
}
