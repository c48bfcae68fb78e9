/** Offers to propose a change of a text that one can't change on the site. */

import { useState } from 'react'
import type { FullEntry } from '../api/types.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { StartForm } from './start-form.js'
import { ts } from './texts.js'

export function Proposal({ entry }: { entry: FullEntry }) {
  const [isAsking, setAsking] = useState(false)
  const { type, id, title, basename } = entry
  return (
    <Notice tone="plain">
      <span className="row">
        <span className="grow">{ts('propose.text')}</span>
        <Button icon="branch" onPress={() => setAsking(true)}>
          {ts('propose')}
        </Button>
      </span>
      {isAsking && (
        <Window title={ts('propose')} isOpen onClose={() => setAsking(false)}>
          <StartForm name={title || basename} screen={`/${type}s/${id}`} />
        </Window>
      )}
    </Notice>
  )
}
