import { Button, Dialog, SegmentedTabs } from 'shared/ui'
import { chooseParticle, useParticle } from './polite-particle.store.ts'
import classes from './SuggestionDialog.module.css'
import { PARTICLE_PLACEHOLDER, type Particle } from './suggestion-text.ts'

const CHOICES = [
  { value: 'male', label: 'ครับ' },
  { value: 'female', label: 'ค่ะ' },
] as const

export function ParticleChoice() {
  const particle = useParticle()
  return (
    <div className={classes.particle}>
      <span title={`ใช้แทน ${PARTICLE_PLACEHOLDER}`}>คำลงท้ายของฉัน</span>
      <SegmentedTabs<Particle | ''>
        label="คำลงท้ายของฉัน"
        tabs={CHOICES}
        value={particle ?? ''}
        onChange={(next) => next !== '' && chooseParticle(next)}
      />
    </div>
  )
}

interface ParticleDialogProps {
  onChosen: (particle: Particle) => void
  onClose: () => void
}

export function ParticleDialog({ onChosen, onClose }: ParticleDialogProps) {
  return (
    <Dialog
      open
      spoken
      title="คำลงท้ายของคุณ"
      onClose={onClose}
      footer={CHOICES.map(({ value, label }) => (
        <Button
          key={value}
          variant="tint"
          data-autofocus={value === 'male' || undefined}
          onClick={() => {
            chooseParticle(value)
            onChosen(value)
          }}
        >
          {label}
        </Button>
      ))}
    >
      ข้อความสำเร็จรูปนี้ลงท้ายด้วยครับหรือค่ะ เลือกครั้งเดียว เปลี่ยนได้ในหน้าต่างข้อความสำเร็จรูป
    </Dialog>
  )
}
