import { type ReactNode, useState } from 'react'
import { Button, SearchField, Select } from 'shared/ui'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import classes from './CustomersTab.module.css'
import type { CustomersView } from './use-customers-address.ts'

const VIP_CHOICES = [
  { value: '', label: 'ทั้งหมด' },
  { value: '1', label: 'VIP เท่านั้น' },
  { value: '0', label: 'ทั่วไปเท่านั้น' },
]

export interface CustomersBarProps {
  view: CustomersView
  onChange: (change: Partial<Pick<CustomersView, 'search' | 'isVip'>>) => void
  children: ReactNode
}

export function CustomersBar({ view, onChange, children }: CustomersBarProps) {
  const { search, isVip } = view
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  if (shown !== search) {
    setShown(search)
    setTyped(search)
  }
  const find = (words: string) => {
    const wanted = words.trim()
    if (wanted !== search) onChange({ search: wanted })
  }
  return (
    <PanelRow component="search" className={classes.bar}>
      <SearchField
        label="ค้นหาชื่อหรือ LINE user id"
        value={typed}
        onChange={(words) => {
          setTyped(words)
          if (words === '') find('')
        }}
        onSubmit={find}
        className={classes.field ?? ''}
      />
      <Button variant="tint" onClick={() => find(typed)}>
        ค้นหา
      </Button>
      <Select
        label="ประเภทลูกค้า"
        options={VIP_CHOICES}
        value={isVip === null ? '' : isVip ? '1' : '0'}
        onChange={(value) => onChange({ isVip: value === '' ? null : value === '1' })}
        className={classes.filter ?? ''}
      />
      {children}
    </PanelRow>
  )
}
