import { PrintHeader } from '../print/PrintHeader.tsx'
import { useLightPrint } from '../print/use-light-print.ts'

export function WallboardPrint() {
  useLightPrint()
  return <PrintHeader title="จอสด" of="ทุกบัญชี" isOpenHours={false} />
}
