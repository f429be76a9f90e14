export function toneWav(): Buffer {
  const rate = 8_000
  const samples = rate / 2
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    const fade = Math.min(1, (samples - index) / 1_000, index / 400)
    wav.writeInt16LE(Math.round(Math.sin((index / rate) * 2 * Math.PI * 523) * 9_000 * fade), 44 + index * 2)
  }
  return wav
}
