import Testing

@testable import Scheduling

/// The same bits on every processor: the values were computed once, and checked with fifty-digit arithmetic to be
/// within two units in the last place.
struct ExponentialBitsTests {
  @Test(
    arguments: [
      (0.5, 0xBFF0_0000_0000_0000),
      (0.1, 0xC00A_934F_0979_A371),
      (0.17777777777777778, 0xC003_EF50_AD19_60DA),
      (0.2222222222222222, 0xC001_5C01_A39F_BD69),
      (0.7071067811865475, 0xBFE0_0000_0000_0002),
      (0.7071067811865476, 0xBFDF_FFFF_FFFF_FFFE),
      (0.9999999999999999, 0xBCA7_1547_652B_82FE),
      (1.0, 0x0000_0000_0000_0000),
      (1.0000000000000002, 0x3CB7_1547_652B_82FE),
      (1.4142135623730951, 0x3FE0_0000_0000_0001),
      (1.4142135623730954, 0x3FE0_0000_0000_0003),
      (1.5, 0x3FE2_B803_473F_7AD1),
      (2.0, 0x3FF0_0000_0000_0000),
      (3.0, 0x3FF9_5C01_A39F_BD68),
      (10.0, 0x400A_934F_0979_A371),
      (100.0, 0x401A_934F_0979_A371),
      (1e-300, 0xC08F_24A0_9F1A_8B89),
      (.leastNonzeroMagnitude, 0xC090_C800_0000_0000),
      (.greatestFiniteMagnitude, 0x4090_0000_0000_0000),
    ] as [(Double, UInt64)])
  func log2HasTheseBits(value: Double, bits: UInt64) {
    #expect(log2(value).bitPattern == bits)
  }

  @Test(
    arguments: [
      (0.0, 0x3FF0_0000_0000_0000),
      (1e-17, 0x3FF0_0000_0000_0000),
      (0.1, 0x3FF1_25FB_EE25_0664),
      (-0.1, 0x3FED_DB68_0117_AB12),
      (0.4, 0x3FF5_1CB4_53B9_536C),
      (0.5, 0x3FF6_A09E_667F_3BCC),
      (-0.5, 0x3FE6_A09E_667F_3BCC),
      (0.5000000000000001, 0x3FF6_A09E_667F_3BCD),
      (1.0, 0x4000_0000_0000_0000),
      (-1.0, 0x3FE0_0000_0000_0000),
      (1.5, 0x4006_A09E_667F_3BCC),
      (3.321928094887362, 0x4023_FFFF_FFFF_FFFF),
      (10.25, 0x4093_06FE_0A31_B715),
      (-10.75, 0x3F43_06FE_0A31_B715),
      (100.125, 0x4631_72B8_3C7D_517B),
      (-300.5, 0x2D26_A09E_667F_3BCC),
      (1023.9999999999999, 0x7FEF_FFFF_FFFF_FD3A),
      (-1021.5, 0x0016_A09E_667F_3BCC),
      (-1022.5, 0x000B_504F_333F_9DE6),
      (-1074.0, 0x0000_0000_0000_0001),
      (-1074.5, 0x0000_0000_0000_0001),
    ] as [(Double, UInt64)])
  func exp2HasTheseBits(value: Double, bits: UInt64) {
    #expect(exp2(value).bitPattern == bits)
  }

  @Test(
    arguments: [
      (0.17777777777777778, 0.4, 0x3FE0_0943_33AE_C703),
      (0.2222222222222222, 0.4, 0x3FE1_8889_CFF0_2D78),
      (0.4444444444444444, 0.4, 0x3FE7_22A9_6DE4_E458),
      (0.5, 0.4, 0x3FE8_4060_03B2_AE5C),
      (0.9888888888888889, 0.4, 0x3FEF_DB78_11F0_5460),
      (1.0, 0.4, 0x3FF0_0000_0000_0000),
      (0.011111111111111112, 0.4, 0x3FC5_28ED_258D_A7D0),
      (0.3, 2.5, 0x3FA9_3D32_BCEA_FC28),
      (10.0, 0.5, 0x4009_4C58_3ADA_5B52),
      (7.0, 3.0, 0x4075_7000_0000_0002),
    ] as [(Double, Double, UInt64)])
  func powerHasTheseBits(base: Double, exponent: Double, bits: UInt64) {
    #expect(power(base, exponent).bitPattern == bits)
  }
}
