/** The settings card for the Jekyll that a site is built as, and for its theme. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site, SiteTheme } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { ServerMessage, TranslatedMessage } from '../ui/server-message.js'
import { showToast } from '../ui/toast.js'
import { jekyllReason, themeProblem } from './jekyll-texts.js'
import { SaveRow, useSaving } from './saving.js'

const VERSIONS = ['4.4', '4.3', '3.10'] as const
/** The choice that leaves it to the rule. */
const RULE = 'rule'

export function JekyllCard({ site }: { site: Site }) {
  const [version, setVersion] = useState<string>(site.jekyll_version ?? RULE)
  const cache = useQueryClient()
  const { isBusy, error, onSubmit } = useSaving(
    site,
    () => ({ jekyll_version: version === RULE ? null : version }),
    () => void cache.invalidateQueries({ queryKey: keys.jekyll(site.id) }),
  )
  const choices = [
    { id: RULE, label: t('jekyll.rule') },
    { id: 'github-pages', label: 'GitHub Pages' },
    ...VERSIONS.map((id) => ({ id, label: `Jekyll ${id}` })),
  ]
  return (
    <Card title={t('jekyll.title')} lead={t('jekyll.text')}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <Select label="Jekyll" value={version} choices={choices} onChange={setVersion} />
        <Found site={site} />
        <SaveRow isBusy={isBusy} />
      </form>
    </Card>
  )
}

/** What the last commit says. */
function Found({ site }: { site: Site }) {
  const { data } = useQuery({
    queryKey: keys.jekyll(site.id),
    queryFn: ({ signal }) => call('getSiteJekyll', { path: { site_id: site.id }, signal }),
  })
  if (data === undefined) return null
  const { version, is_github_pages: isPages, reason, theme } = data
  const name = isPages ? `GitHub Pages (Jekyll ${version})` : `Jekyll ${version}`
  return (
    <div className="stack-small">
      <p>
        {t('jekyll.now', { name })} {jekyllReason(reason) ?? <ServerMessage text={reason} />}
      </p>
      {theme !== null && <ThemeLine site={site} theme={theme} />}
    </div>
  )
}

interface ThemeProps {
  readonly site: Site
  readonly theme: SiteTheme
}

function ThemeLine({ site, theme }: ThemeProps) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    const found = await call('updateTheme', { path: { site_id: site.id } })
    cache.setQueryData(keys.jekyll(site.id), found)
    showToast('good', t('theme.updated'))
  })
  const name = [theme.name, theme.version ?? ''].join(' ').trim()
  return (
    <>
      <p>{t('theme.now', { name })}</p>
      {theme.problem !== null && (
        <Notice tone="warn">
          <TranslatedMessage text={theme.problem} own={themeProblem(theme.problem)} />
        </Notice>
      )}
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {theme.state !== 'own' && theme.state !== 'built_in' && (
        <Button busy={isBusy} onPress={() => void send()}>
          {t(theme.state === 'missing' ? 'theme.fetch' : 'theme.update')}
        </Button>
      )}
    </>
  )
}
