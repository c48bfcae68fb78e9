/** Modal dialogs: the focus moves in, stays inside, and returns on closing. */

import { useId, useState, type ReactNode, type RefObject } from 'react'
import { Dialog, Heading, Modal, ModalOverlay, Popover } from 'react-aria-components'
import { shownText } from '../text/shown.js'
import { t } from '../text/text.js'
import { Button, type Look } from './button.js'
import { Field } from './text-field.js'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly isWide?: boolean
  /** False if only the dialog's own buttons close it. */
  readonly canDismiss?: boolean
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Id of the text that screen readers say with the title. */
  readonly describedBy?: string
}

/** A modal dialog. */
export function Window(props: DialogProps) {
  const { title, isOpen, onClose, children, isWide = false, canDismiss = true } = props
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={canDismiss}
      isKeyboardDismissDisabled={!canDismiss}
    >
      <Modal className={`modal${isWide ? ' wide' : ''}`}>
        <Dialog className="dialog" role={props.role} aria-describedby={props.describedBy}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface PopupProps extends Pick<DialogProps, 'title' | 'onClose' | 'children'> {
  /** The button that opened it. */
  readonly button: RefObject<HTMLButtonElement | null>
}

/** A dialog below its button, which closes when something else is pressed. */
export function Popup({ title, button, onClose, children }: PopupProps) {
  return (
    <Popover
      className="popover popup"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      offset={6}
      placement="bottom end"
    >
      <Dialog className="stack">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </Dialog>
    </Popover>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly action: string
  readonly look?: Look
  readonly isOpen: boolean
  readonly isBusy?: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children: ReactNode
  /** Text that the user must type to enable the action. */
  readonly typed?: string
  /** What can be chosen below the question. */
  readonly choice?: ReactNode
}

/** Asks for confirmation before an action that is hard to undo. */
export function Confirm(props: ConfirmProps) {
  const { title, action, look = 'danger', isOpen, isBusy, onClose, onConfirm, children } = props
  const text = useId()
  return (
    <Window {...{ title, isOpen, onClose }} role="alertdialog" describedBy={text}>
      <div className="soft" id={text}>
        {children}
      </div>
      {props.choice}
      <ConfirmForm {...{ action, look, isBusy, onClose, onConfirm }} typed={props.typed} />
    </Window>
  )
}

function ConfirmForm(
  props: Pick<ConfirmProps, 'action' | 'look' | 'isBusy' | 'onClose' | 'onConfirm' | 'typed'>,
) {
  const [text, setText] = useState('')
  const { typed, action, look = 'danger', isBusy = false, onClose, onConfirm } = props
  const isReady = typed === undefined || shownText(text.trim()) === shownText(typed.trim())
  return (
    <>
      {typed !== undefined && (
        <Field
          label={t('confirm.type', { text: typed })}
          value={text}
          onChange={setText}
          autoFocus
        />
      )}
      <div className="row-end">
        <Button onPress={onClose} autoFocus={typed === undefined}>
          {t('cancel')}
        </Button>
        <Button look={look} busy={isBusy} isDisabled={!isReady} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </>
  )
}
