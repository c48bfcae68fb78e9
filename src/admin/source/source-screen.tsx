/** The source screen for admins: all files, with an editor for text files. */

import { useState } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, useParameter } from '../app/router.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Empty, Screen } from '../ui/page.js'
import { Tree } from './tree.js'
import { NameWindow } from './name-window.js'
import { SourceEditor } from './source-editor.js'
import { writeSource } from '../api/source-text.js'

export function SourceScreen() {
  const { site } = useSiteJobs()
  const [name] = useParameter('path')
  const [isAdding, setAdding] = useState(false)
  const open = (path: string) =>
    navigate(`/sites/${site.id}/source${path === '' ? '' : `?path=${encodeURIComponent(path)}`}`)
  const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : ''
  const add = (
    <Button icon="plus" onPress={() => setAdding(true)}>
      {t('source.new')}
    </Button>
  )
  return (
    <Screen title={t('source')} lead={t('source.lead')} actions={add}>
      <div className={`source-screen${name === '' ? '' : ' with-file'}`}>
        <nav className="source-tree" aria-label={t('source')}>
          <Tree site={site} folder="" current={name} onOpen={open} />
        </nav>
        <div className="source-file">
          {name === '' ? (
            <Empty icon="source" title={t('source.choose')} />
          ) : (
            <SourceEditor key={name} site={site} name={name} onOpen={open} />
          )}
        </div>
      </div>
      <NameWindow
        title={t('source.new')}
        action={t('source.make')}
        initial={folder}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onName={async (path) => {
          await writeSource({ siteId: site.id, name: path }, '', null)
          open(path)
        }}
        siteId={site.id}
      />
    </Screen>
  )
}
