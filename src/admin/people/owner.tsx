/** Who owns a site, and the window in which it is given to another of its admins. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site, User } from '../api/types.js'
import { useSession } from '../app/session.js'
import { messageOf, t, textsOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

const en = {
  title: 'Owner',
  lead: 'The site counts as one of theirs, and takes of their space on the server.',
  give: 'Give to another admin',
  'give.text': 'Whoever owns it now stays an admin.',
  to: 'New owner',
  nobody: 'Only an admin of the site can own it. Make somebody else an admin first.',
  given: '{name} owns the site now.',
}

const de: Readonly<Record<keyof typeof en, string>> = {
  title: 'Wem die Website gehört',
  lead: 'Sie zählt als eine ihrer Websites und belegt ihren Platz auf dem Server.',
  give: 'Website übertragen',
  'give.text': 'Wem sie bisher gehört, bleibt Admin.',
  to: 'Wem sie gehören soll',
  nobody: 'Nur Admins der Website kann sie gehören. Machen Sie zuerst jemand anderen zum Admin.',
  given: 'Die Website gehört jetzt {name}.',
}

const ownerText = textsOf({ en, de })

const nameOf = ({ fullname, email }: User) => fullname || email

interface OwnerProps {
  readonly site: Site
  readonly people: readonly User[]
}

/** For the owner and administrators of the server. */
export function OwnerCard({ site, people }: OwnerProps) {
  const { user } = useSession().session
  const [isGiving, setGiving] = useState(false)
  if (!user.admin && user.id !== site.user_id) return null
  const owner = people.find(({ id }) => id === site.user_id)
  const close = () => setGiving(false)
  return (
    <Card title={ownerText('title')} lead={ownerText('lead')}>
      {owner && (
        <p>
          <Name text={nameOf(owner)} />
        </p>
      )}
      <div className="row">
        <Button icon="people" onPress={() => setGiving(true)}>
          {ownerText('give')}
        </Button>
      </div>
      <Window title={ownerText('give')} isOpen={isGiving} onClose={close}>
        <GiveForm site={site} people={people} onDone={close} />
      </Window>
    </Card>
  )
}

function GiveForm({ site, people, onDone }: OwnerProps & { readonly onDone: () => void }) {
  const cache = useQueryClient()
  const heirs = people.filter(({ id, role }) => role === 'admin' && id !== site.user_id)
  const [heir, setHeir] = useState(heirs[0]?.id ?? '')
  const { isBusy, error, onSubmit } = useSending(async () => {
    await call('giveSite', { path: { site_id: site.id }, body: { user_id: heir } })
    await cache.invalidateQueries({ queryKey: keys.site(site.id) })
    const chosen = heirs.find(({ id }) => id === heir)
    showToast('good', ownerText('given', { name: chosen ? nameOf(chosen) : '' }))
    onDone()
  })
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <p className="soft">{ownerText(heirs.length === 0 ? 'nobody' : 'give.text')}</p>
      {heirs.length > 0 && (
        <Select
          label={ownerText('to')}
          value={heir}
          choices={heirs.map((one) => ({ id: one.id, label: nameOf(one) }))}
          onChange={setHeir}
        />
      )}
      <div className="row-end">
        <Button onPress={onDone}>{t('cancel')}</Button>
        {heirs.length > 0 && (
          <Button type="submit" look="primary" busy={isBusy}>
            {ownerText('give')}
          </Button>
        )}
      </div>
    </form>
  )
}
