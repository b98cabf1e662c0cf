//! The colours of the house.

use crate::scene::Color;
use rules::diagram::Paint;

/// Whether the page around the board is light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Ink on paper.
    #[default]
    Light,
    /// Paper-coloured ink on night.
    Dark,
}

/// The colours of a page, by what they are for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// The page.
    pub(crate) paper: Color,
    /// What lies on the page.
    pub(crate) sheet: Color,
    /// Text.
    pub(crate) ink: Color,
    /// Text that steps back.
    pub(crate) ink_soft: Color,
    /// Rules and borders.
    pub(crate) line: Color,
    /// Frames.
    pub(crate) walnut: Color,
    /// The shaded side of frames.
    pub(crate) walnut_deep: Color,
    /// Words and inlays on walnut.
    pub(crate) maple: Color,
    /// Ornament.
    pub(crate) brass: Color,
    /// What is selected, and whatever can be done.
    pub(crate) turquoise: Color,
    /// The last move.
    pub(crate) saffron: Color,
    /// Danger.
    pub(crate) pomegranate: Color,
}

/// What reads well on light ground.
pub(crate) const LIGHT: Palette = Palette {
    paper: Color::rgb(0xf6_f0_e4),
    sheet: Color::rgb(0xff_fa_f0),
    ink: Color::rgb(0x24_1d_16),
    ink_soft: Color::rgb(0x6a_5d_4e),
    line: Color::rgb(0xdc_cf_b8),
    walnut: Color::rgb(0x6b_45_28),
    walnut_deep: Color::rgb(0x4a_2e_1a),
    maple: Color::rgb(0xec_d9_b4),
    brass: Color::rgb(0xb8_89_2f),
    turquoise: Color::rgb(0x0b_7a_75),
    saffron: Color::rgb(0xc9_78_0a),
    pomegranate: Color::rgb(0xa3_26_2a),
};

/// What reads well on dark ground.
pub(crate) const DARK: Palette = Palette {
    paper: Color::rgb(0x15_11_0d),
    sheet: Color::rgb(0x1f_19_13),
    ink: Color::rgb(0xef_e6_d6),
    ink_soft: Color::rgb(0xa8_9a_86),
    line: Color::rgb(0x3a_2f_24),
    walnut: Color::rgb(0x8a_5d_39),
    walnut_deep: Color::rgb(0x2d_1c_10),
    maple: Color::rgb(0xd8_c0_96),
    brass: Color::rgb(0xd3_a5_45),
    turquoise: Color::rgb(0x4c_c0_b5),
    saffron: Color::rgb(0xf0_ae_3c),
    pomegranate: Color::rgb(0xe0_69_6b),
};

/// The paper of a board that is drawn on paper.
pub(crate) const PARCHMENT: Color = Color::rgb(0xfa_f1_dd);

impl Palette {
    /// The colours of this theme.
    pub(crate) fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// The tones in which a piece of one colour is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tones {
    /// Where the light falls.
    pub(crate) light: Color,
    /// The colour itself.
    pub(crate) body: Color,
    /// Where the shadow lies.
    pub(crate) deep: Color,
    /// What reads well on it: numbers, rings, crowns.
    pub(crate) contrast: Color,
}

impl Tones {
    /// The tones of this colour.
    pub(crate) fn of(paint: Paint) -> Tones {
        let (light, body, deep, contrast) = match paint {
            Paint::Black => (0x5a_55_4f, 0x2e_2a_27, 0x14_11_0f, 0xf0_ae_3c),
            Paint::White => (0xff_fe_fa, 0xf3_ec_de, 0xc4_b8_a0, 0x6b_45_28),
            Paint::Green => (0x6c_c0_94, 0x2b_7f_52, 0x10_43_2a, 0xff_fa_f0),
            Paint::Yellow => (0xff_e6_9c, 0xe8_b0_34, 0x98_67_10, 0x4a_2e_1a),
            Paint::Blue => (0x8c_b2_ec, 0x2d_5f_b0, 0x13_2f_63, 0xff_fa_f0),
            Paint::Red => (0xee_8c_80, 0xb2_2f_2e, 0x5e_10_16, 0xff_fa_f0),
        };
        Tones {
            light: Color::rgb(light),
            body: Color::rgb(body),
            deep: Color::rgb(deep),
            contrast: Color::rgb(contrast),
        }
    }
}
