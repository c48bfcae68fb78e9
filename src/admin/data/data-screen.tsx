/** The screen of data files: their list, and one of them as a form, table or source. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { keys, useDataFiles } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link, useParameter } from '../app/router.js'
import { useTellUnsaved } from '../app/unsaved.js'
import { useSourceDraft, type SourceDraftStore } from '../editor/drafts/source-draft.js'
import { SourceRestored } from '../editor/drafts/source-restored.js'
import '../style/data.css'
import { isHash } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { agoText, messageOf, sizeText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Switch } from '../ui/field.js'
import { Icon } from '../ui/icons.js'
import { LoadError } from '../ui/load-error.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { Card, Empty, Screen, Waiting, WaitingList } from '../ui/page.js'
import { useSaveKey } from '../ui/save-key.js'
import { showToast } from '../ui/toast.js'
import { CONFIG, configFields } from './config-fields.js'
import { dataKey, pathInData, shareData, sharedData, useDataFile } from './data-api.js'
import { DataConflict } from './data-conflict.js'
import { DataSource } from './data-source.js'
import type { DataFile } from './data-value.js'
import { TablePart } from './table-part.js'
import { useDataEdits } from './use-data-edits.js'
import { ValuePart } from './value-part.js'

export function DataScreen() {
  const { site } = useSiteJobs()
  const [name] = useParameter('path')
  if (name === '') return <FileList site={site} />
  return <OpenedFile key={name} site={site} name={name} />
}

function FileList({ site }: { site: Site }) {
  const { data, error } = useDataFiles(site)
  return (
    <Screen title={t('data')} lead={d('lead')}>
      {error && <LoadError error={error} />}
      {!data && !error && <WaitingList look="lines" rows={4} />}
      {data?.length === 0 && (
        <Empty icon="table" title={d('none.title')}>
          {d('none.text')}
        </Empty>
      )}
      {data && data.length > 0 && (
        <Card>
          <ul className="lines slim">
            {data.map((file) => (
              <li key={file.name}>
                <Icon name="table" />
                <span className="grow cut">
                  <Link to={`/sites/${site.id}/data?path=${encodeURIComponent(file.name)}`}>
                    <Name text={pathInData(site, file.name)} />
                  </Link>
                </span>
                {site.can.update && file.for_publishers && (
                  <span className="faint">{d('for-publishers.mark')}</span>
                )}
                <span className="faint">{sizeText(file.filesize)}</span>
                <span className="faint">{agoText(file.updated_at)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {site.can.update && (
        <p>
          <Link to={`/sites/${site.id}/data?path=${CONFIG}`}>{d('config.open')}</Link>
        </p>
      )}
    </Screen>
  )
}

function OpenedFile({ site, name }: { site: Site; name: string }) {
  const { data: file, error } = useDataFile(site.id, name)
  const kept = useSourceDraft({ siteId: site.id, name: `data:${name}` })
  // What a merge has made of the file, or of its kind, is shown anew.
  const [round, setRound] = useState(0)
  const cache = useQueryClient()
  const reload = (next: DataFile) => {
    kept.drop()
    cache.setQueryData(dataKey(site.id, name), next)
    setRound(round + 1)
  }
  const isReady = file !== undefined && kept.isReady
  const shared = { site, kept, onReload: reload }
  const key = `${round} ${kept.round}`
  return (
    <Screen
      title={pathInData(site, name)}
      lead={<Link to={`/sites/${site.id}/data`}>{t('data')}</Link>}
      actions={
        site.can.edit_source && (
          <Link
            className="button plain"
            to={`/sites/${site.id}/source?path=${encodeURIComponent(name)}`}
          >
            <Icon name="source" />
            {d('source')}
          </Link>
        )
      }
    >
      {error && <LoadError error={error} />}
      {!isReady && !error && <Waiting />}
      {isReady && file.source_reason === null && <FileForm key={key} {...shared} file={file} />}
      {isReady && file.source_reason !== null && (
        <DataSource key={key} {...shared} siteId={site.id} file={file} />
      )}
      {isReady && site.can.update && name !== CONFIG && <Sharing site={site} file={file} />}
    </Screen>
  )
}

interface FormProps {
  readonly site: Site
  readonly file: DataFile
  readonly kept: SourceDraftStore
  readonly onReload: (file: DataFile) => void
}

function FileForm({ site, file, kept, onReload }: FormProps) {
  const [restored] = useState(kept.latest)
  const edits = useDataEdits(site.id, file, kept)
  const { value, isDirty, isBusy, error, conflict, change, save } = edits
  const label = pathInData(site, file.name)
  useSaveKey(() => void save())
  useTellUnsaved(isDirty ? label : null, save)
  const isTable = file.format === 'csv' || file.format === 'tsv'
  return (
    <div className="stack data-form">
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <SourceRestored kept={kept} draft={restored} isDirty={isDirty} />
      <Card>
        {isTable ? (
          <TablePart key={edits.round} label={label} value={value} onEdit={change} />
        ) : (
          <ValuePart
            key={edits.round}
            {...{ site, label, value }}
            fields={file.name === CONFIG && isHash(value) ? configFields(value) : []}
            at={[]}
            onEdit={change}
          />
        )}
      </Card>
      <div className="row-end data-save">
        {isDirty && <Button onPress={kept.discard}>{d('discard')}</Button>}
        <Button look="primary" busy={isBusy} isDisabled={!isDirty} onPress={() => void save()}>
          {t('save')}
        </Button>
      </div>
      <DataConflict
        siteId={site.id}
        name={file.name}
        conflict={conflict}
        onClose={edits.closeConflict}
        onSaved={onReload}
      />
    </div>
  )
}

/** Admins say whether publishers may change the file. */
function Sharing({ site, file }: { site: Site; file: DataFile }) {
  const cache = useQueryClient()
  const [isOn, setOn] = useState(file.for_publishers)
  const path = pathInData(site, file.name)
  if (
    file.for_publishers &&
    isOn &&
    !sharedData(site).includes(path) &&
    !sharedData(site).includes(`/${path}`)
  )
    return <p className="faint">{d('for-publishers.folder')}</p>
  const change = async (next: boolean) => {
    setOn(next)
    try {
      await shareData(site, path, next)
      await cache.invalidateQueries({ queryKey: keys.site(site.id), exact: true })
      await cache.invalidateQueries({ queryKey: keys.dataFiles(site.id), exact: true })
    } catch (error) {
      setOn(!next)
      showToast('bad', messageOf(error))
    }
  }
  return (
    <div className="stack-small">
      <Switch label={d('for-publishers')} isOn={isOn} onChange={(next) => void change(next)} />
      <span className="faint">{d('for-publishers.help')}</span>
    </div>
  )
}
