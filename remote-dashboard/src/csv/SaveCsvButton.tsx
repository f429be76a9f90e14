import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { errorText } from 'shared/api'
import { Button, showToast } from 'shared/ui'
import type { CsvFile } from './csv-file.ts'

export interface SaveCsvButtonProps {
  of: string
  disabled?: boolean
  file: () => Promise<CsvFile>
}

export function SaveCsvButton({ of, disabled, file }: SaveCsvButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const [csvFile, { saveCsv }] = await Promise.all([file(), import('./csv-file.ts')])
      saveCsv(csvFile)
    } catch (error) {
      console.warn('a CSV file could not be built', error)
      showToast({ tone: 'error', text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="outline"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`ดาวน์โหลด CSV ${of}`}
      disabled={disabled}
      loading={isBusy}
      onClick={() => void save()}
    >
      CSV
    </Button>
  )
}
