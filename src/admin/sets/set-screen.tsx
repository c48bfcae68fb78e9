/** The review of a change set: what it changes, and what becomes of it. */

import { useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useChangeSet } from '../api/queries.js'
import { SET } from '../api/view.js'
import { useSiteJobs } from '../app/jobs.js'
import { useOpenSetPreview } from '../app/open-preview.js'
import { Link } from '../app/router.js'
import { NotLoaded } from '../screens/not-found.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Lines } from '../ui/lines.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen, Waiting } from '../ui/page.js'
import { ChangeRow } from './change-row.js'
import { Notes } from './notes.js'
import { HandInWindow, SendBackWindow } from './review-windows.js'
import {
  pathOf,
  useNameOf,
  useSetActions,
  useSetChanges,
  useSetNotes,
  type ChangeSet,
  type Kept,
} from './sets.js'
import { SetFacts } from './sets-screen.js'
import { ts } from './texts.js'

export function SetScreen({ id }: { id: string }) {
  const { site } = useSiteJobs()
  const { data: set, error } = useChangeSet(site.id, id)
  if (set) return <Review set={set} />
  if (error) {
    return <NotLoaded error={error} next={{ to: pathOf(site.id, '/sets'), label: ts('all') }} />
  }
  return <Waiting />
}

function Review({ set }: { set: ChangeSet }) {
  const { data, error } = useSetChanges(set)
  const { data: notes = [] } = useSetNotes(set)
  const [settled, setSettled] = useState<ReadonlyMap<string, Kept>>(new Map())
  const isOpen = set.state === 'open'
  const changes = data?.items
  const more = (data?.total ?? 0) - (changes?.length ?? 0)
  return (
    <Screen
      title={set.title}
      lead={<SetFacts set={set} />}
      actions={isOpen && <Actions set={set} />}
    >
      {isOpen && set.preview_url !== null && <PreviewLink url={set.preview_url} />}
      {isOpen ? <OpenState set={set} settled={settled} /> : <ClosedState set={set} />}
      {isOpen && (
        <Lines
          label={ts('changes')}
          look="set-changes"
          items={changes}
          error={error}
          empty={
            <Empty icon="branch" title={ts('changes.none')}>
              {ts('changes.none.text')}
            </Empty>
          }
        >
          {(change) => (
            <ChangeRow
              key={change.path}
              set={set}
              change={change}
              notes={notes}
              kept={settled.get(change.path)}
              onKeep={(kept) => setSettled((was) => new Map(was).set(change.path, kept))}
            />
          )}
        </Lines>
      )}
      {more > 0 && <p className="faint">{ts('changes.more', { count: more })}</p>}
      <Notes notes={notes} />
    </Screen>
  )
}

/** The preview as it was built last; it follows the set while somebody looks at it. */
function PreviewLink({ url }: { url: string }) {
  return (
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        {ts('preview.link')}
      </a>
    </p>
  )
}

function PreviewButton({ set }: { set: ChangeSet }) {
  const open = useOpenSetPreview()
  const { isBusy, send } = useSending(() => open(set.id))
  return (
    <Button icon="eye" busy={isBusy} onPress={() => void send()}>
      {ts('preview')}
    </Button>
  )
}

interface StateProps {
  readonly set: ChangeSet
  /** Whose version stays, of what can't be merged. */
  readonly settled: ReadonlyMap<string, Kept>
}

/** What stands in the way of landing, and who lands it. */
function OpenState({ set, settled }: StateProps) {
  const { site } = useSiteJobs()
  const conflicts = set.conflicts ?? 0
  return (
    <>
      {(conflicts > 0 || set.behind) && <Update set={set} settled={settled} />}
      {set.handed_in_at !== null && <HandedIn set={set} />}
      {set.handed_in_at === null && !site.can.publish && (set.changes ?? 0) > 0 && (
        <Notice tone="plain">{ts('hand.hint')}</Notice>
      )}
    </>
  )
}

/** Who waits for whom. */
function HandedIn({ set }: { set: ChangeSet }) {
  const { site } = useSiteJobs()
  const nameOf = useNameOf()
  const { data } = useSetChanges(set)
  const [isSending, setSending] = useState(false)
  const name = nameOf(set.handed_in_by) ?? 'Galley'
  const ago = agoText(set.handed_in_at ?? set.created_at)
  return (
    <Notice tone="plain">
      <span className="row">
        <span className="grow">
          {ts('state.handed', { name, ago })} {!site.can.publish && ts('waits')}
        </span>
        {site.can.publish && (
          <Button icon="undo" onPress={() => setSending(true)}>
            {ts('send')}
          </Button>
        )}
      </span>
      {isSending && (
        <SendBackWindow set={set} changes={data?.items ?? []} onClose={() => setSending(false)} />
      )}
    </Notice>
  )
}

function Update({ set, settled }: StateProps) {
  const { update } = useSetActions(set)
  const { isBusy, error, send } = useSending(() => update(settled))
  const count = set.conflicts ?? 0
  return (
    <Notice tone={count > 0 ? 'warn' : 'plain'}>
      <span className="row">
        <span className="grow">
          {count > 0 ? ts('conflicts', { count }) : ts('behind')}{' '}
          {error !== null && messageOf(error)}
        </span>
        {set.can.change && (
          <Button
            icon="sync"
            busy={isBusy}
            isDisabled={settled.size < count}
            onPress={() => void send()}
          >
            {ts('update')}
          </Button>
        )}
      </span>
    </Notice>
  )
}

function ClosedState({ set }: { set: ChangeSet }) {
  const nameOf = useNameOf()
  const { bringBack } = useSetActions(set)
  const { isBusy, error, send } = useSending(bringBack)
  const isLanded = set.state === 'landed'
  const name = nameOf(set.closed_by) ?? 'Galley'
  const ago = agoText(set.closed_at ?? set.created_at)
  return (
    <Notice tone={isLanded ? 'good' : 'plain'}>
      <span className="row">
        <span className="grow">
          {ts(isLanded ? 'state.landed' : 'state.dropped', { name, ago })}{' '}
          {error !== null && messageOf(error)}
        </span>
        {!isLanded && (
          <Button icon="undo" busy={isBusy} onPress={() => void send()}>
            {ts('back')}
          </Button>
        )}
      </span>
    </Notice>
  )
}

type Asked = 'land' | 'drop' | 'rename' | 'hand' | null

function Actions({ set }: { set: ChangeSet }) {
  const { site } = useSiteJobs()
  const [asked, setAsked] = useState<Asked>(null)
  const onClose = () => setAsked(null)
  const mayHandIn = set.can.change && set.handed_in_at === null && (set.changes ?? 0) > 0
  const hand: MenuEntry[] =
    mayHandIn && site.can.publish
      ? [{ id: 'hand', label: ts('hand'), icon: 'check', onAction: () => setAsked('hand') }]
      : []
  const entries: MenuEntry[] = set.can.change
    ? [
        ...hand,
        { id: 'rename', label: ts('rename'), icon: 'form', onAction: () => setAsked('rename') },
        {
          ...({ id: 'drop', label: ts('drop'), icon: 'trash', isDanger: true } as const),
          onAction: () => setAsked('drop'),
        },
      ]
    : []
  return (
    <>
      {SET !== set.id && (
        <Link to={pathOf(site.id, '', set.id)} className="button">
          <Icon name="branch" />
          {ts('work')}
        </Link>
      )}
      {site.can.preview && <PreviewButton set={set} />}
      {mayHandIn && !site.can.publish && (
        <Button look="primary" icon="check" onPress={() => setAsked('hand')}>
          {ts('hand')}
        </Button>
      )}
      {site.can.publish && (
        <Button
          look="primary"
          icon="check"
          isDisabled={set.conflicts !== 0 || set.changes === 0}
          onPress={() => setAsked('land')}
        >
          {ts('land')}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu label={t('more')} entries={entries}>
          <Pressable className="button icon-only quiet" aria-label={t('more')}>
            <Icon name="more" />
          </Pressable>
        </Menu>
      )}
      {asked === 'hand' && <HandInWindow set={set} onClose={onClose} />}
      {asked === 'rename' && <RenameWindow set={set} onClose={onClose} />}
      {(asked === 'land' || asked === 'drop') && (
        <AskWindow set={set} what={asked} onClose={onClose} />
      )}
    </>
  )
}

interface WindowProps {
  readonly set: ChangeSet
  readonly onClose: () => void
}

function AskWindow({ set, what, onClose }: WindowProps & { readonly what: 'land' | 'drop' }) {
  const actions = useSetActions(set)
  const { title } = set
  const { isBusy, error, send } = useSending(async () => {
    await actions[what]()
    onClose()
  })
  return (
    <Confirm
      title={ts(`${what}.title`, { title })}
      action={ts(what)}
      look={what === 'land' ? 'primary' : 'danger'}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{ts(`${what}.text`, { count: set.changes ?? 0 })}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Confirm>
  )
}

function RenameWindow({ set, onClose }: WindowProps) {
  const [title, setTitle] = useState(set.title)
  const { rename } = useSetActions(set)
  const isReady = title.trim() !== ''
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    await rename(title.trim())
    onClose()
  }, isReady)
  return (
    <Window title={ts('rename')} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && errorOf('title') === undefined && (
          <Notice tone="bad">{messageOf(error)}</Notice>
        )}
        <Field
          label={ts('start.name')}
          value={title}
          onChange={setTitle}
          error={errorOf('title')}
          autoFocus
        />
        <div className="row-end">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
