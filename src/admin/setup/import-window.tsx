/** The window with the import's findings, before the first publish. */

import type { ImportJob } from '../api/import.js'
import { navigate } from '../app/router.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { importSummary } from './import-summary.js'

interface WindowProps {
  readonly job: ImportJob
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onPublish: () => void
}

export function ImportWindow({ job, isOpen, onClose, onPublish }: WindowProps) {
  const { tone, text } = importSummary(job.diagnostics)
  return (
    <Window title={t('import.before')} isOpen={isOpen} onClose={onClose}>
      <Notice tone={tone}>{text}</Notice>
      <div className="row-end">
        <Button onPress={onPublish}>{t('publish.now')}</Button>
        <Button
          look="primary"
          onPress={() => {
            onClose()
            navigate(`/sites/${job.site_id}/import`)
          }}
        >
          {t('import.report')}
        </Button>
      </div>
    </Window>
  )
}
