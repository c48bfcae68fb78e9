/** Asks for the name of an entry of a mapping. */

import { useState } from 'react'
import { d } from '../text/data-texts.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Field } from '../ui/text-field.js'
import type { Rows } from './rows.js'

export function KeyWindow({ rows }: { rows: Rows }) {
  const { asked, setAsked } = rows
  const titles = { add: d('add'), copy: d('copy'), rename: d('rename') }
  return (
    <Window
      title={asked ? titles[asked.kind] : ''}
      isOpen={asked !== null}
      onClose={() => setAsked(null)}
    >
      {asked && <KeyForm rows={rows} label={d('key')} action={titles[asked.kind]} />}
    </Window>
  )
}

interface KeyProps {
  readonly rows: Pick<Rows, 'asked' | 'setAsked' | 'named'> & {
    readonly names: readonly string[] | null
  }
  readonly label: string
  readonly action: string
}

/** Asks for a name that no other has. */
export function KeyForm({ rows, label, action }: KeyProps) {
  const { asked, names, setAsked, named } = rows
  const own = names?.[asked?.index ?? -1] ?? ''
  const [name, setName] = useState(asked?.kind === 'copy' ? `${own}-2` : own)
  const isTaken = names?.includes(name.trim()) === true && name.trim() !== own
  const isReady = name.trim() !== '' && name.trim() !== own && !isTaken
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) named(name.trim())
      }}
    >
      <Field
        autoFocus
        label={label}
        value={name}
        onChange={setName}
        error={isTaken ? d('key.taken') : undefined}
      />
      <div className="row-end">
        <Button onPress={() => setAsked(null)}>{t('cancel')}</Button>
        <Button type="submit" look="primary" isDisabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  )
}
