//! Othello file formats: round trips, and errors that locate the damage.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::othello::formats::{PlayedGame, game_file, ggf, transcript, wthor};
use games::othello::{Move, Othello};
use proptest::prelude::*;
use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Seat};

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}

/// A game of at most `moves` random moves.
fn random_game(seed: u64, moves: usize) -> PlayedGame {
    let mut game = PlayedGame::default();
    let mut random = Random::new(seed);
    let mut legal = Vec::new();
    while game.moves().len() < moves {
        legal.clear();
        rules().legal_moves(game.position(), &mut legal);
        match random.pick(&legal) {
            Some(&mv) => game.push(mv),
            None => break,
        }
    }
    game
}

/// A complete random game with a pass.
fn game_with_pass() -> PlayedGame {
    (0..).map(|seed| random_game(seed, 200)).find(|game| game.moves().contains(&Move::PASS)).unwrap()
}

/// A WTHOR file of these games, with the score that their moves lead to.
fn wthor_file(games: &[PlayedGame]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 2, 3];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(2001u16.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    for (game, number) in games.iter().zip(1u16..) {
        bytes.extend(number.to_le_bytes());
        bytes.extend([7, 0, 9, 0]);
        bytes.extend([game.discs()[0] as u8, 32]);
        let squares = game.moves().iter().filter_map(|mv| mv.square());
        let mut codes: Vec<u8> = squares.map(|square| 10 * (square / 8 + 1) + square % 8 + 1).collect();
        codes.resize(60, 0);
        bytes.extend(codes);
    }
    bytes
}

#[test]
fn a_pass_is_left_out_of_a_transcript_and_put_in_again() {
    let game = game_with_pass();
    let text = transcript::write(&game);
    assert!(text.len() < 2 * game.moves().len());
    assert_eq!(transcript::read(&text).unwrap(), game);
    // Written out, it is the same game.
    let position = *game.position();
    let words: Vec<String> = game.moves().iter().map(|&mv| rules().write_move(&position, mv)).collect();
    assert_eq!(transcript::read(&words.join(" ")).unwrap(), game);
}

#[test]
fn ggf_as_nboard_and_the_server_write_it() {
    let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[chris]PW[./mEdax]RE[?]TI[15:00]TY[8]BO[8 \
                ---------------------------O*------*O--------------------------- *]B[F5]W[F6/-1.5]B[D3//2.5]\
                W[C5/0.25/11];)";
    let read = ggf::read(text).unwrap();
    assert_eq!(read.property("PB"), Some("chris"));
    assert_eq!(read.property("XX"), None);
    assert_eq!(transcript::write(read.game()), "f5f6d3c5");
    assert_eq!(
        read.notes().iter().map(|note| (note.evaluation, note.seconds)).collect::<Vec<_>>(),
        [(None, None), (Some(-1.5), None), (None, Some(2.5)), (Some(0.25), Some(11.0))]
    );
    assert_eq!(read.to_string(), text);

    // Rows apart, a count before the games, a game of two boards, small letters.
    let rows = "--------\n".repeat(3) + "---O*---\n---*O---\n" + &"--------\n".repeat(3);
    let archive = format!("2 (;GM[othello]TY[s8r20]BO[8 {rows}*]B[f5];)(;GM[Othello]B[d3]KM[4];)\n1 (;;)\n");
    let games: Vec<_> = ggf::games(&archive).collect::<Result<_, _>>().unwrap();
    let moves: Vec<String> = games.iter().map(|ggf| transcript::write(ggf.game())).collect();
    assert_eq!(moves, ["f5", "d3", ""]);
    assert_eq!(games[1].property("KM"), Some("4"));
}

/// Games of the server begin on boards of random discs, and some programs write a type of 0.
#[test]
fn the_board_of_ggf_decides_not_its_type() {
    let start = *random_game(4, 14).position();
    let board = rules().write_position(&start).replace('X', "*");
    let first = rules().write_move(&start, {
        let mut moves = Vec::new();
        rules().legal_moves(&start, &mut moves);
        moves[0]
    });
    let colour = if start.turn() == Seat::FIRST { 'B' } else { 'W' };
    for kind in ["0", "8r18", "s8r18", "8", " 8 ", "8k18a", "10", "88", "", "x"] {
        let text = format!("(;GM[Othello]TY[{kind}]BO[8 {board}]{colour}[{}];)", first.to_uppercase());
        let read = ggf::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.game().start(), read.game().moves().len()), (&start, 1), "{text}");
        // The type is written as it was.
        assert_eq!(read.to_string(), text);
        // It may follow the board.
        let read = ggf::read(&format!("(;BO[8 {board}]TY[{kind}];)")).unwrap();
        assert_eq!(read.game().start(), &start);
    }
    for size in ["0 ", "8", ""] {
        assert_eq!(ggf::read(&format!("(;TY[0]BO[{size}{board}];)")).unwrap().game().start(), &start);
    }
    assert!(ggf::read(&format!("(;TY[0]BO[10 {board}];)")).is_err());
    // Without a board the type has to be that of the standard start.
    for kind in ["0", "8", "s8", "8k", ""] {
        assert_eq!(ggf::read(&format!("(;TY[{kind}]B[F5];)")).unwrap().game().discs(), [4, 1]);
    }
    for kind in ["10", "88", "8r18", "s8r20", "6"] {
        for text in [format!("(;TY[{kind}]B[F5]W[A1];)"), format!("(;TY[{kind}];)")] {
            let error = ggf::read(&text).unwrap_err().to_string();
            assert!(
                error.starts_with("property TY: cannot read ") && error.ends_with("BO"),
                "{text}: {error}"
            );
        }
    }
}

#[test]
fn a_pass_left_out_of_ggf_is_put_in() {
    let game = game_with_pass();
    let whole = ggf::Ggf::new(game.clone()).with("PB", "a]b\nc").to_string();
    assert!(whole.contains("PB[abc]") && whole.contains("[PA]"), "{whole}");
    assert_eq!(ggf::read(&whole).unwrap().game(), &game);
    let without = whole.replace("B[PA]", "").replace("W[PA]", "");
    let read = ggf::read(&without).unwrap();
    assert_eq!(read.game(), &game);
    assert_eq!(read.notes().len(), game.moves().len());
}

#[test]
fn ggf_errors_locate_the_damage() {
    for (text, words) in [
        ("", "the beginning of a game, (;"),
        ("(;GM[Othello]", "the game breaks off: expected a property such as PB[name], or ;) at the end"),
        ("(;GM[Othello", "property GM: its value has no end"),
        ("(;GM[Chess];)", "property GM: cannot read \"Chess\""),
        ("(;TY[10];)", "property TY"),
        ("(;TY[88];)", "property TY"),
        ("(;BO[8 --- *];)", "property BO: there are 4 characters"),
        ("(;BO[10 --- *];)", "property BO"),
        ("(;B[F5]W[A1];)", "move 2: A1 turns no disc over"),
        ("(;B[F5]B[F6];)", "move 2: it is the turn of White, not of Black"),
        ("(;B[PA];)", "move 1: you cannot pass"),
        ("(;W[PA];)", "move 1: it is the turn of Black, not of White"),
        ("(;B[F5/x];)", "move 1: cannot read \"x\": expected the evaluation, a number"),
        ("(;B[F5//inf];)", "expected the seconds, a number"),
        ("(;B[F5]BO[8 ---------------------------O*------*O--------------------------- *];)", "before"),
        ("(;B[F5];) and more", "expected nothing after the end"),
    ] {
        let error = ggf::read(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// A damaged game does not hide the others.
#[test]
fn every_game_of_ggf_is_read_by_itself() {
    let text = "\u{feff}2 (;B[F5];) (;B[F5]W[D6]B[A1];)\n(;B[D3]\n(;GM[Othello]B[C4\n(;B[C4];) what? (;B[E6]";
    let read: Vec<String> = ggf::games(text)
        .map(|game| game.map_or_else(|error| error.to_string(), |ggf| transcript::write(ggf.game())))
        .collect();
    for (read, words) in read.iter().zip([
        "f5",
        "game 2: move 3: A1 turns no disc over",
        "game 3: the game breaks off: expected a property",
        "game 4: move 1: ",
        "c4",
        "game 6: cannot read \"what? (;B[E6]\": expected the beginning of a game, (;",
        "game 7: the game breaks off",
    ]) {
        assert!(read.starts_with(words), "{read}, not {words}");
    }
    assert_eq!(read.len(), 7);
}

#[test]
fn wthor_is_read_and_its_score_checked() {
    let mut games: Vec<PlayedGame> = (0..5).map(|seed| random_game(seed, 200)).collect();
    games.push(game_with_pass());
    games.push(random_game(9, 20));
    let bytes = wthor_file(&games);
    let header = wthor::header(&bytes).unwrap();
    assert_eq!((header.games, header.year, header.depth), (7, 2001, 22));
    let read: Vec<_> = wthor::games(&bytes).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(read.iter().map(|read| &read.game).collect::<Vec<_>>(), games.iter().collect::<Vec<_>>());
    assert_eq!((read[2].tournament, read[2].black, read[2].white, read[2].theoretical), (3, 7, 9, 32));

    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        match wthor::games(&bytes) {
            Ok(mut games) => games.find_map(Result::err).unwrap().to_string(),
            Err(error) => error.to_string(),
        }
    };
    let second = 16 + 68;
    assert_eq!(
        error(&|bytes| bytes[second + 6] ^= 2),
        format!(
            "game 2: byte {}: the score is {}, but the moves lead to {} discs of Black",
            second + 6,
            games[1].discs()[0] ^ 2,
            read[1].score
        )
    );
    assert!(error(&|bytes| bytes[second + 6] = 65).contains("expected 0 to 64"));
    assert!(error(&|bytes| bytes[second + 8] = 11).starts_with("game 2: move 1: a1 turns no disc over"));
    assert!(error(&|bytes| bytes[second + 9] = 19).contains("game 2: byte 93: 19 is no move"));
    assert!(error(&|bytes| bytes[second + 10] = 0).contains("only zeros after the last move"));
    assert!(error(&|bytes| bytes[12] = 10).contains("byte 12: the board has size 10"));
    assert!(error(&|bytes| bytes[13] = 1).contains("byte 13: the file is of type 1"));
    assert!(
        error(&|bytes| bytes.truncate(bytes.len() - 1))
            .contains("bytes 4 to 7: the header announces 7 games")
    );
    assert!(error(&|bytes| bytes.truncate(15)).contains("the file has 15 bytes"));
}

/// A few games of the data base have a score that is one disc off: they are read, with a warning.
#[test]
fn a_wthor_score_that_is_one_off_is_a_warning() {
    // The shortest game ends 13 to 0; with the empty squares Black has 64.
    let shortest = transcript::read("e6f4e3f6g5d6e7f5c5").unwrap();
    let games = [random_game(1, 200), shortest, random_game(9, 20)];
    let scores = |index: usize, score: u8| {
        let mut bytes = wthor_file(&games);
        bytes[16 + 68 * index + 6] = score;
        let mut read = wthor::games(&bytes).unwrap();
        read.nth(index)
            .unwrap()
            .map(|read| (read.game, read.score, read.warning.map(|warning| warning.to_string())))
    };
    let black = games[0].discs()[0] as u8;
    assert_eq!(games[0].discs().iter().sum::<u32>(), 64);
    for score in 0..=64u8 {
        let warning = |index: usize, discs: u8| {
            let byte = 16 + 68 * index + 6;
            let game = index + 1;
            format!(
                "game {game}: byte {byte}: the score is {score}, but the moves lead to {discs} discs of Black"
            )
        };
        let expected = match score.abs_diff(black) {
            0 => Ok((games[0].clone(), score, None)),
            1 => Ok((games[0].clone(), score, Some(warning(0, black)))),
            _ => Err(rules::InputError::new(warning(0, black))),
        };
        assert_eq!(scores(0, score), expected);
        // Either count is right.
        let is_read = [12, 13, 14, 63, 64].contains(&score);
        let has_warning = is_read && ![13, 64].contains(&score);
        assert_eq!(scores(1, score).is_ok(), is_read, "{score}");
        assert_eq!(scores(1, score).is_ok_and(|(_, _, warning)| warning.is_some()), has_warning, "{score}");
        // A game that was broken off may have any score.
        assert_eq!(scores(2, score), Ok((games[2].clone(), score, None)));
    }
}

/// The error of a file as a whole.
fn file_error(bytes: &[u8]) -> String {
    game_file::games(bytes).err().map_or_else(|| panic!("{bytes:?} was read"), |error| error.to_string())
}

#[test]
fn files_of_no_known_format_say_so() {
    for empty in ["", " \r\n\t\n", "\u{feff}", "\u{feff}\n"] {
        let error = file_error(empty.as_bytes());
        assert_eq!(error, "the file is empty: expected transcripts, GGF or WTHOR", "{empty:?}");
    }
    assert!(game_file::wthor_games(&[]).err().unwrap().to_string().starts_with("the file is empty"));

    // The beginning of an image, with and without zero bytes.
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0";
    let error = file_error(image);
    assert!(error.starts_with("not a WTHOR file of games: bytes 4 to 7: the header announces"), "{error}");
    assert!(file_error(&image[..8]).starts_with("neither text nor a WTHOR file: expected "));
    assert!(file_error(b"\0").contains("not a WTHOR file of games: the file has 1 bytes"));
    let utf16: Vec<u8> = "\u{feff}f5d6".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(file_error(&utf16), "the text is in UTF-16: expected UTF-8");

    // Text under the name of a WTHOR file, and its lists of names.
    let error = |bytes: &[u8]| game_file::wthor_games(bytes).err().unwrap().to_string();
    assert!(error(b"f5d6c3d3c4f4").starts_with("not a WTHOR file of games: the file has 12 bytes"));
    assert!(
        error("f5d6c3d3c4f4f6".repeat(20).as_bytes()).starts_with("not a WTHOR file of games: bytes 4 to 7")
    );
    for (size, list) in [(20, "players (.jou)"), (26, "tournaments (.trn)")] {
        for count_at in [4, 8] {
            let mut bytes = vec![0; 16 + 3 * size];
            bytes[count_at] = 3;
            let expected = format!("it is a list of {list}: expected a .wtb file");
            assert!(error(&bytes).ends_with(&expected) && file_error(&bytes).ends_with(&expected));
        }
    }
}

#[test]
fn the_format_of_a_file_is_detected() {
    let read = |bytes: &[u8]| -> Vec<String> {
        let games = game_file::games(bytes).unwrap();
        games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.ggf.to_string())).collect()
    };
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    assert_eq!(read(b"f5\n\nd3\n"), ["F5", "D3"].map(|mv| format!("(;GM[Othello]TY[8]{board}B[{mv}];)")));
    // Names in Latin-1, as in archives of the server.
    assert_eq!(read(b"1 (;PB[Andr\xe9]B[F5];)"), [format!("(;PB[Andr\u{e9}]{board}B[F5];)")]);
    assert_eq!(read("1 (;PB[Andr\u{e9}]B[F5];)".as_bytes()), [format!("(;PB[Andr\u{e9}]{board}B[F5];)")]);

    // The result of a WTHOR game counts empty squares for the winner; that of one broken off is its score.
    let games = [transcript::read("e6f4e3f6g5d6e7f5c5").unwrap(), transcript::read("f5").unwrap()];
    let mut bytes = wthor_file(&games);
    bytes[16 + 6] = 14;
    bytes[16 + 68 + 6] = 30;
    let properties: Vec<_> = game_file::games(&bytes)
        .unwrap()
        .map(|game| game.unwrap())
        .map(|game| (game.ggf.properties().to_vec(), game.warning))
        .collect();
    let expected = |event: &str, result: &str| {
        [
            ("GM", "Othello"),
            ("TY", "8"),
            ("PB", "7"),
            ("PW", "9"),
            ("EV", event),
            ("DT", "2001"),
            ("RE", result),
        ]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .to_vec()
    };
    assert_eq!(properties[0].0, expected("1", "+64.00"));
    assert_eq!(properties[1], (expected("2", "-4.00"), None));
    assert!(
        properties[0].1.as_ref().is_some_and(|warning| warning.to_string().contains("the score is 14, but"))
    );
    assert_eq!(game_file::games(&wthor_file(&[])).unwrap().count(), 0);
}

/// A damaged game is left at the start of the next one; reading takes linear time all the same.
#[test]
fn damaged_files_are_read_in_linear_time() {
    let begin = std::time::Instant::now();
    for part in ["(;A[", "(;A", "(;B[F5]", "(;PB[](", "f5", "1.", "--", "(; ;)"] {
        for end in ["", "]", ";)"] {
            let text = part.repeat(300_000 / part.len()) + end;
            read_all(text.as_bytes());
        }
    }
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());

    // The longest games are read, also between others.
    let long = format!("(;C[{}]B[F5];)", "\u{e9}".repeat(16_000));
    let read: Vec<_> = ggf::games(&format!("(;B[D3];){long}(;B[C4];)")).collect::<Result<_, _>>().unwrap();
    assert_eq!(read.iter().map(|ggf| transcript::write(ggf.game())).collect::<Vec<_>>(), ["d3", "f5", "c4"]);
    let longer = long.replace("C[", &format!("C[{}", "x".repeat(1_000)));
    let read: Vec<_> = ggf::games(&format!("(;B[D3];){longer}(;B[C4];)")).collect();
    assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(
        read[1].as_ref().unwrap_err().to_string(),
        "game 2: property C: its value has no end: expected ]"
    );
}

/// Reads a file as every format. Errors are short sentences, and games can be written and read again.
fn read_all(bytes: &[u8]) {
    let check = |error: &rules::InputError| {
        let sentence = error.to_string();
        assert!(sentence.len() > 10 && sentence.len() < 600 && !sentence.contains('\n'), "{sentence}");
    };
    for games in [game_file::games(bytes), game_file::wthor_games(bytes)] {
        let games = match games {
            Ok(games) => games,
            Err(error) => {
                check(&error);
                continue;
            }
        };
        let mut read = 0;
        for game in games {
            read += 1;
            assert!(read <= bytes.len(), "more games than bytes");
            match game {
                Ok(game) => {
                    game.warning.iter().for_each(check);
                    assert_eq!(ggf::read(&game.ggf.to_string()).unwrap(), game.ggf);
                }
                Err(error) => check(&error),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_are_written_and_read_again(seed in any::<u64>(), moves in 0usize..130) {
        let game = random_game(seed, moves);
        let ggf = ggf::Ggf::new(game.clone()).with("PB", "Laleh");
        prop_assert_eq!(&ggf::read(&ggf.to_string()).unwrap(), &ggf);
        // A transcript cannot show a pass at its end.
        if game.moves().last() != Some(&Move::PASS) {
            prop_assert_eq!(transcript::read(&transcript::write(&game)).unwrap(), game);
        }
    }

    #[test]
    fn damaged_texts_are_refused_or_games(
        seed in any::<u64>(), edits in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<char>()), 1..5),
        garbage in ".{0,60}",
    ) {
        let game = random_game(seed, 70);
        let texts = [transcript::write(&game), ggf::Ggf::new(game).to_string(), format!("(;{garbage}"), garbage];
        for text in texts {
            let mut characters: Vec<char> = text.chars().collect();
            for &(at, kind, new) in edits.iter().filter(|_| !text.is_empty()) {
                let at = at % characters.len().max(1);
                match kind % 3 {
                    0 if at < characters.len() => characters[at] = new,
                    1 if at < characters.len() => drop(characters.remove(at)),
                    _ => characters.insert(at, new),
                }
            }
            let damaged: String = characters.into_iter().collect();
            let whole = ggf::games(&damaged).map(|read| {
                read.map(|ggf| assert_eq!(ggf::read(&ggf.to_string()).unwrap(), ggf, "{damaged}"))
            });
            let errors = transcript::games(&damaged).map(|read| read.map(drop)).chain(whole);
            for error in errors.filter_map(Result::err) {
                let sentence = error.to_string();
                prop_assert!(sentence.len() < 600 && !sentence.contains('\n'), "{}", sentence);
            }
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in "(?s).{0,200}") {
        read_all(&bytes);
        read_all(text.as_bytes());
        // As if the bytes were the games of a WTHOR file.
        let mut file = wthor_file(&[]);
        file[4] = (bytes.len() / 68) as u8;
        file.extend(&bytes[..bytes.len() / 68 * 68]);
        read_all(&file);
    }

    #[test]
    fn any_properties_are_answered(
        properties in proptest::collection::vec(
            ("(GM|TY|BO|B|W|PB|RE|[A-Z]{1,3})", prop_oneof!["(?s).{0,12}", "[sS]?[0-9]{0,3}[rka]?[0-9]{0,2}", "[a-hA-H][1-8](/-?[0-9.]{0,5}){0,3}", "8 [-*O]{60,66} [*O]"]),
            0..12,
        ),
        end in "(;\\)|\\)|;|)",
    ) {
        let text: String = properties.iter().map(|(key, value)| format!("{key}[{value}]")).collect();
        read_all(format!("(;{text}{end}").as_bytes());
        read_all(format!("(;GM[Othello]{text};)(;B[F5]{text}{end}").as_bytes());
    }

    #[test]
    fn damaged_bytes_are_refused_or_games(
        seed in any::<u64>(), edits in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..5), cut in any::<u16>(),
    ) {
        let mut bytes = wthor_file(&[random_game(seed, 200), random_game(seed ^ 1, 30)]);
        for (at, new) in edits {
            let length = bytes.len();
            bytes[at % length] = new;
        }
        for bytes in [&bytes[..], &bytes[..usize::from(cut) % bytes.len()]] {
            read_all(bytes);
            if let Ok(games) = wthor::games(bytes) {
                for game in games.flatten() {
                    prop_assert!(game.score <= 64);
                }
            }
        }
    }
}
