/** The screen for a new site: from the theme, empty, from a ZIP, or from a git repository. */

import { useEffect, useRef, useState } from 'react'
import { FileTrigger, Radio, RadioGroup } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/queries.js'
import { navigate, useParameter } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen } from '../ui/page.js'
import { ZoneSelect } from '../screens/zone-select.js'
import { RepositoryFields } from './repository.js'
import {
  domainOf,
  emptyInput,
  isImport,
  isReady,
  makeSite,
  type Kind,
  type NewSite,
} from './new-site-input.js'
import theme from './theme.webp'

const KINDS = [
  { id: 'theme', icon: 'rocket', title: 'new-site.theme', text: 'new-site.theme.text' },
  { id: 'empty', icon: 'page', title: 'new-site.empty', text: 'new-site.empty.text' },
  { id: 'zip', icon: 'upload', title: 'new-site.zip', text: 'new-site.zip.text' },
  { id: 'git', icon: 'branch', title: 'new-site.git', text: 'new-site.git.text' },
] as const

type Change = (part: Partial<NewSite>) => void

export function NewSiteScreen() {
  const [first] = useParameter('first')
  const isFirst = first !== ''
  return (
    <Screen
      title={t(isFirst ? 'new-site.first' : 'sites.new')}
      lead={isFirst ? t('new-site.first.text') : undefined}
    >
      <NewSiteForm cancel={t(isFirst ? 'new-site.later' : 'cancel')} />
    </Screen>
  )
}

function NewSiteForm({ cancel }: { cancel: string }) {
  const [input, setInput] = useState<NewSite>(emptyInput)
  const [progress, setProgress] = useState('')
  const cache = useQueryClient()
  const change: Change = (part) => setInput({ ...input, ...part })
  const leaving = useLeaving()
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    setProgress('')
    const { signal } = leaving.current
    const place = await makeSite(input, { signal, onProgress: setProgress })
    await cache.invalidateQueries({ queryKey: keys.sites })
    if (!signal.aborted) navigate(place)
  }, isReady(input))
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Card title={t('new-site.begin')}>
        <KindChoice kind={input.kind} onChange={(kind) => change({ kind })} />
        {input.kind === 'zip' && (
          <ZipChoice file={input.file} onChange={(file) => change({ file })} />
        )}
        {input.kind === 'git' && (
          <RepositoryFields
            value={input.repository}
            onChange={(repository) => change({ repository })}
            errorOf={errorOf}
          />
        )}
      </Card>
      <Card title={t('new-site.name')} lead={t('new-site.name.text')}>
        <NameFields input={input} change={change} errorOf={errorOf} />
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <div className="row-end">
          <span className="soft grow" role="status">
            {isBusy && progress}
          </span>
          <Button onPress={() => navigate('/sites')}>{cancel}</Button>
          <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady(input)}>
            {t(isImport(input) ? 'new-site.import' : 'new-site.make')}
          </Button>
        </div>
      </Card>
    </form>
  )
}

/** Its signal is aborted when the form is left: what was being sent leads nowhere any more. */
function useLeaving() {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const now = new AbortController()
    leaving.current = now
    return () => now.abort()
  }, [])
  return leaving
}

interface NameProps {
  readonly input: NewSite
  readonly change: Change
  readonly errorOf: (field: string) => string | undefined
}

function NameFields({ input, change, errorOf }: NameProps) {
  const isOptional = isImport(input)
  return (
    <>
      <Field
        label={t('title')}
        help={isOptional ? t('new-site.title.help') : undefined}
        value={input.title}
        onChange={(title) => change({ title })}
        isRequired={!isOptional}
        error={errorOf('title')}
      />
      <div className="two">
        <Field
          label={t('site.domain')}
          help={t('site.domain.help')}
          value={domainOf(input)}
          onChange={(domain) => change({ domain })}
          isRequired={!isOptional}
          error={errorOf('domain')}
        />
        {!isOptional && <ZoneSelect value={input.zone} onChange={(zone) => change({ zone })} />}
      </div>
    </>
  )
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <RadioGroup
      aria-label={t('new-site.begin')}
      value={kind}
      onChange={(value) => onChange(KINDS.find(({ id }) => id === value)?.id ?? 'theme')}
    >
      <div className="choices beginnings">
        {KINDS.map((choice) => (
          <Radio key={choice.id} value={choice.id} className={`choice begin-${choice.id}`}>
            {choice.id === 'theme' && (
              <img className="choice-picture" src={theme} alt="" width="800" height="500" />
            )}
            <span className="choice-words">
              <Icon name={choice.icon} />
              <strong>{t(choice.title)}</strong>
              <span className="faint">{t(choice.text)}</span>
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

interface ZipProps {
  readonly file: File | null
  readonly onChange: (file: File | null) => void
}

function ZipChoice({ file, onChange }: ZipProps) {
  return (
    <div className="row">
      <FileTrigger
        acceptedFileTypes={['application/zip', '.zip']}
        onSelect={(list) => onChange(list?.[0] ?? null)}
      >
        <Button icon="upload">{t('new-site.choose')}</Button>
      </FileTrigger>
      <span className="soft cut grow" role="status">
        {file?.name ?? t('new-site.no-file')}
      </span>
    </div>
  )
}
